/** The kinds of values that a shell can complete: what the home has, and files. */
export type ValueKind =
  | 'session'
  | 'model'
  | 'provider'
  | 'skill'
  | 'profile'
  | 'toolset'
  | 'server'
  | 'setting'
  /** What the setting that was named before it may be. */
  | 'setting-value'
  | 'job'
  | 'file'
  | 'folder'

/** How the values of an option or parameter are completed: a kind, or the words themselves. */
export type Completes = ValueKind | readonly string[]
