@_exported public import SDLRPC

// What the public interface speaks of, so that users import this module alone.
@_exported public import struct Formats.JSONError
@_exported public import enum Formats.JSONValue
@_exported public import struct Log.Logger
@_exported public import struct SDLProtocol.ProtocolVersion
@_exported public import struct SDLProtocol.VehicleInfo
@_exported public import struct SDLSecurity.ServiceProtection
@_exported public import protocol Transport.ByteStream
@_exported public import class Transport.Reactor
@_exported public import enum Transport.StreamClosure
@_exported public import struct Transport.TransportError
