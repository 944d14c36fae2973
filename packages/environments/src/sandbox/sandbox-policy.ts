/**
 * File access of sandboxed commands. All paths are absolute; missing ones are ignored, and links are resolved. Other
 * files are readable as for the user. When several paths contain a file, the longest one decides, and the strictest of
 * equal ones.
 */
export interface SandboxPolicy {
  /**
   * Writable folders, except for the hooks and repository settings in them, which decide what git executes. Sockets in
   * them may be used.
   */
  readonly workspaces: readonly string[]
  /** Additional writable files and folders. */
  readonly writable?: readonly string[]
  /** Read-only files and folders inside writable ones. */
  readonly readOnly?: readonly string[]
  /** Files and folders that appear empty. */
  readonly hidden?: readonly string[]
  /** Folders that are replaced with others, which are writable. */
  readonly replaced?: readonly Replacement[]
  /**
   * `shared`: commands use the machine's network. `none`: they have a network without any connection, not even to this
   * machine.
   */
  readonly network: 'shared' | 'none'
  /**
   * Whether commands may create Unix sockets. `auto`: unless the network is shared and a service such as a display
   * server listens on an abstract name, which no mount can hide. Default: `auto`.
   */
  readonly unixSockets?: 'auto' | 'allowed' | 'refused'
}

export interface Replacement {
  readonly folder: string
  /** Folder that replaces `folder`. Created when missing. */
  readonly by: string
}
