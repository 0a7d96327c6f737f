// The specification that the generated types come from, so that users import this module alone.
@_exported public import SDLSpec
