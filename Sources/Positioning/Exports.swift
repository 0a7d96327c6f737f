// What the public interface speaks of, so that users import this module alone.
@_exported public import struct Log.Logger
@_exported public import protocol Transport.ByteStream
@_exported public import class Transport.Reactor
@_exported public import struct Transport.SocketAddress
@_exported public import enum Transport.StreamClosure
@_exported public import class Transport.TLSContext
@_exported public import enum Transport.TLSTrust
@_exported public import struct Transport.TransportError
