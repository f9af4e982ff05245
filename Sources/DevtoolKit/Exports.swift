// A suite and its commands need to import only this module.

@_exported public import Files
@_exported public import JSON
@_exported public import Processes
@_exported public import Reporting
@_exported public import Settings
@_exported public import URLs
@_exported public import YAML
