/** Kinds of values that a shell can complete: contents of the home, and files. */
export type ValueKind =
  | 'session'
  | 'model'
  | 'provider'
  | 'skill'
  | 'profile'
  | 'toolset'
  | 'server'
  | 'setting'
  /** A value that the setting named before it accepts. */
  | 'setting-value'
  | 'job'
  | 'file'
  | 'folder'

/** How the values of an option or parameter are completed: by kind, or from the given words. */
export type Completes = ValueKind | readonly string[]
