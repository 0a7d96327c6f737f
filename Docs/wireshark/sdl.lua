-- Wireshark dissector of the SmartDeviceLink protocol, versions 1 to 5: frames, sessions, BSON of control frames,
-- messages of several frames, RPCs by name, and their JSON.
--
--   wireshark -X lua_script:Docs/wireshark/sdl.lua FILE
--
-- or copy this file and sdl_functions.lua into the folder of personal Lua plugins (Help, About, Folders). Port 12345 is
-- taken for SDL; on other ports the first frame of a connection is recognized.

local here = debug.getinfo(1, "S").source:match("^@(.*[/\\])") or ""
local functions = dofile(here .. "sdl_functions.lua")

local sdl = Proto("sdl", "SmartDeviceLink")

local frame_types = { [0] = "control", [1] = "single", [2] = "first", [3] = "consecutive" }
local services = { [0] = "control", [7] = "RPC", [10] = "audio", [11] = "video", [15] = "bulk" }
local controls = {
    [0x00] = "Heartbeat", [0x01] = "StartService", [0x02] = "StartServiceACK", [0x03] = "StartServiceNAK",
    [0x04] = "EndService", [0x05] = "EndServiceACK", [0x06] = "EndServiceNAK",
    [0x07] = "RegisterSecondaryTransport", [0x08] = "RegisterSecondaryTransportACK",
    [0x09] = "RegisterSecondaryTransportNAK", [0xFD] = "TransportEventUpdate", [0xFE] = "ServiceDataACK",
    [0xFF] = "HeartbeatACK",
}
local rpc_types = { [0] = "request", [1] = "response", [2] = "notification" }

local f = sdl.fields
f.version = ProtoField.uint8("sdl.version", "Version", base.DEC, nil, 0xF0)
f.encrypted = ProtoField.bool("sdl.encrypted", "Encrypted", 8, nil, 0x08)
f.frame_type = ProtoField.uint8("sdl.frame_type", "Frame type", base.DEC, frame_types, 0x07)
f.service = ProtoField.uint8("sdl.service", "Service", base.DEC, services)
f.info = ProtoField.uint8("sdl.info", "Frame info", base.HEX)
f.control = ProtoField.uint8("sdl.control", "Control frame", base.HEX, controls)
f.session = ProtoField.uint8("sdl.session", "Session")
f.size = ProtoField.uint32("sdl.size", "Data size")
f.message = ProtoField.uint32("sdl.message", "Message id")
f.total = ProtoField.uint32("sdl.total", "Size of the message")
f.count = ProtoField.uint32("sdl.count", "Frames of the message")
f.bson = ProtoField.string("sdl.bson", "BSON")
f.rpc_type = ProtoField.uint8("sdl.rpc.type", "RPC type", base.DEC, rpc_types, 0xF0)
f.function_id = ProtoField.uint32("sdl.rpc.function_id", "Function id")
f.rpc = ProtoField.string("sdl.rpc.name", "Function")
f.correlation = ProtoField.int32("sdl.rpc.correlation", "Correlation id")
f.json_size = ProtoField.uint32("sdl.rpc.json_size", "JSON size")
f.json = ProtoField.string("sdl.json", "JSON")
f.bulk = ProtoField.bytes("sdl.bulk", "Bulk data")
f.protocol1 = ProtoField.string("sdl.protocol1", "Message of protocol 1")

local damaged = ProtoExpert.new("sdl.damaged", "Damaged", expert.group.MALFORMED, expert.severity.WARN)
sdl.experts = { damaged }

local json = Dissector.get("json")

-- Messages of several frames: what has come so far by stream, direction and session; whole ones by their last frame.
local unfinished, finished

function sdl.init()
    unfinished, finished = {}, {}
end

local stream_field = Field.new("tcp.stream")

local function header_size(tvb)
    return tvb(0, 1):bitfield(0, 4) < 2 and 8 or 12
end

-- BSON (bsonspec.org), of which control frames use a few types.
local function bson_document(range, depth)
    local texts, position = {}, 4
    local size = range(0, 4):le_uint()
    if size > range:len() or size < 5 or depth > 4 then return nil end
    while position < size - 1 do
        local kind = range(position, 1):uint()
        if kind == 0 then break end
        local name = range(position + 1):stringz()
        position = position + 2 + #name
        local value
        if kind == 0x01 then
            value, position = tostring(range(position, 8):le_float()), position + 8
        elseif kind == 0x02 then
            local length = range(position, 4):le_uint()
            value, position = '"' .. range(position + 4, length - 1):string() .. '"', position + 4 + length
        elseif kind == 0x03 or kind == 0x04 then
            local length = range(position, 4):le_uint()
            value, position = bson_document(range(position, length), depth + 1) or "?", position + length
        elseif kind == 0x08 then
            value, position = range(position, 1):uint() == 1 and "true" or "false", position + 1
        elseif kind == 0x10 then
            value, position = tostring(range(position, 4):le_int()), position + 4
        elseif kind == 0x12 then
            value, position = tostring(range(position, 8):le_int64()), position + 8
        else
            break
        end
        texts[#texts + 1] = name .. ": " .. value
    end
    return "{" .. table.concat(texts, ", ") .. "}"
end

local function dissect_control(tvb, tree, info)
    local name = controls[info] or string.format("control frame 0x%02x", info)
    if tvb:len() > 4 then
        local good, text = pcall(bson_document, tvb(), 0)
        if good and text then
            tree:add(f.bson, tvb(), text)
            local version = text:match('protocolVersion: "([^"]*)"')
            if version then name = name .. " " .. version end
        end
    end
    return name
end

local function dissect_rpc(tvb, pinfo, tree, root)
    if tvb:len() < 12 then
        tree:add_proto_expert_info(damaged, "An RPC needs 12 bytes")
        return "damaged RPC"
    end
    local kind = tvb(0, 1):bitfield(0, 4)
    local id = tvb(0, 4):uint() % 0x10000000
    local correlation = tvb(4, 4):int()
    local size = tvb(8, 4):uint()
    local name = functions[id] or string.format("function %d", id)
    tree:add(f.rpc_type, tvb(0, 1))
    tree:add(f.function_id, tvb(0, 4), id)
    tree:add(f.rpc, tvb(0, 4), name)
    tree:add(f.correlation, tvb(4, 4))
    tree:add(f.json_size, tvb(8, 4))
    local rest = tvb:len() - 12
    if size > rest then
        tree:add_proto_expert_info(damaged, "The JSON is longer than the message")
        size = rest
    end
    if size > 0 then
        tree:add(f.json, tvb(12, size), tvb(12, size):string())
        json:call(tvb(12, size):tvb(), pinfo, root)
    end
    if rest > size then tree:add(f.bulk, tvb(12 + size)) end
    local text = name .. " " .. (rpc_types[kind] or "RPC")
    if kind ~= 2 then text = text .. " " .. correlation end
    local code = size > 0 and tvb(12, size):string():match('"resultCode"%s*:%s*"([%u_]+)"')
    if code then text = text .. " " .. code end
    return text
end

-- The bytes of a message that this frame completes; nil while some are missing.
local function assemble(tvb, pinfo, kind, info, session, key)
    if pinfo.visited then return finished[key] end
    local stream = tostring(stream_field()) .. "/" .. tostring(pinfo.src_port) .. "/" .. session
    if kind == 2 then
        unfinished[stream] = ByteArray.new()
        return nil
    end
    local message = unfinished[stream]
    if not message then return nil end
    message:append(tvb:bytes())
    if info ~= 0 then return nil end
    unfinished[stream] = nil
    finished[key] = message
    return message
end

local function dissect_payload(tvb, pinfo, tree, root, header)
    if header.encrypted then return "encrypted" end
    if header.kind == 0 then return dissect_control(tvb, tree, header.info) end
    if header.service == 10 or header.service == 11 then return services[header.service] .. " data" end
    if header.kind == 1 then
        if header.version == 1 then
            tree:add(f.protocol1, tvb(), tvb():string())
            return "message of protocol 1"
        end
        return dissect_rpc(tvb, pinfo, tree, root)
    end
    if header.kind == 2 and tvb:len() >= 8 then
        tree:add(f.total, tvb(0, 4))
        tree:add(f.count, tvb(4, 4))
    end
    local key = pinfo.number .. "/" .. header.session .. "/" .. header.message .. "/" .. header.info .. "/" .. header.at
    local message = assemble(tvb, pinfo, header.kind, header.info, header.session, key)
    if message then
        return dissect_rpc(message:tvb("SDL message"), pinfo, tree, root)
    end
    return header.kind == 2 and "first frame" or "consecutive frame " .. header.info
end

local function dissect_frame(tvb, pinfo, root)
    local size = header_size(tvb)
    local header = {
        version = tvb(0, 1):bitfield(0, 4), encrypted = tvb(0, 1):bitfield(4, 1) == 1,
        kind = tvb(0, 1):bitfield(5, 3), service = tvb(1, 1):uint(), info = tvb(2, 1):uint(),
        session = tvb(3, 1):uint(), message = size == 12 and tvb(8, 4):uint() or 0, at = tvb:offset(),
    }
    local tree = root:add(sdl, tvb())
    tree:add(f.version, tvb(0, 1))
    tree:add(f.encrypted, tvb(0, 1))
    tree:add(f.frame_type, tvb(0, 1))
    tree:add(f.service, tvb(1, 1))
    tree:add(header.kind == 0 and f.control or f.info, tvb(2, 1))
    tree:add(f.session, tvb(3, 1))
    tree:add(f.size, tvb(4, 4))
    if size == 12 then tree:add(f.message, tvb(8, 4)) end
    local text
    if tvb:len() > size then
        text = dissect_payload(tvb(size):tvb(), pinfo, tree, root, header)
    elseif header.kind == 0 then
        text = controls[header.info] or "control frame"
    else
        text = "empty frame"
    end
    tree:append_text(", " .. text .. ", session " .. header.session)
    pinfo.cols.protocol = "SDL"
    if pinfo.private["sdl_packet"] == tostring(pinfo.number) then
        pinfo.cols.info:append(", " .. text)
    else
        pinfo.private["sdl_packet"] = tostring(pinfo.number)
        pinfo.cols.info = text
    end
    return tvb:len()
end

local function frame_length(tvb, _, offset)
    local rest = tvb(offset):tvb()
    return header_size(rest) + rest(4, 4):uint()
end

function sdl.dissector(tvb, pinfo, root)
    dissect_tcp_pdus(tvb, root, 8, frame_length, dissect_frame)
    return tvb:len()
end

-- The first bytes of a connection: a control frame of a known service.
local function looks_like_sdl(tvb, pinfo, root)
    if tvb:len() < 8 then return false end
    local version, kind, service = tvb(0, 1):bitfield(0, 4), tvb(0, 1):bitfield(4, 4), tvb(1, 1):uint()
    if version < 1 or version > 5 or kind ~= 0 or not services[service] then return false end
    if not controls[tvb(2, 1):uint()] or tvb(4, 4):uint() > 0x10000 then return false end
    pinfo.conversation = sdl
    sdl.dissector(tvb, pinfo, root)
    return true
end

sdl:register_heuristic("tcp", looks_like_sdl)
DissectorTable.get("tcp.port"):add(12345, sdl)
