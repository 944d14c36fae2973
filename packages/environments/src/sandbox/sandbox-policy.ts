/**
 * What sandboxed commands may do with files. All paths are absolute; what does not exist is left out, links are
 * followed. Everything that is not named may be read, as far as the user may. Of several paths that hold a file the
 * longest counts, of equal ones the strictest.
 */
export interface SandboxPolicy {
  /**
   * Folders that people work in. They may be written, but for what decides what git runs in them: hooks, and settings
   * of the repository. Sockets in them may be used.
   */
  readonly workspaces: readonly string[]
  /** Other files and folders that may be written. */
  readonly writable?: readonly string[]
  /** Files and folders that may be read within what may be written. */
  readonly readOnly?: readonly string[]
  /** They look empty. */
  readonly hidden?: readonly string[]
  /** Folders that others stand in for. They may be written. */
  readonly replaced?: readonly Replacement[]
  /**
   * `shared`: commands use the machine's network. `none`: they have a network of their own that leads nowhere, not even
   * to this machine.
   */
  readonly network: 'shared' | 'none'
  /**
   * Whether commands may make Unix sockets. `auto`: unless the network is shared and something listens on an abstract
   * name, such as a display server, that no mount can hide. Default `auto`.
   */
  readonly unixSockets?: 'auto' | 'allowed' | 'refused'
}

export interface Replacement {
  readonly folder: string
  /** Made when it does not exist. */
  readonly by: string
}
