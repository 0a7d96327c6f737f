@_exported public import SDLRPC
