import type { SessionId } from '../values/session-id.js'

/**
 * Where commands run and files live: this machine, a container, another host.
 *
 * Paths belong to the environment: they are absolute, or relative to `workingDirectory`. Throws an {@link EnvironmentError} when the
 * backend itself is down. A command that fails is a result, not an error.
 */
export interface Environment extends AsyncDisposable {
  /** `local`, `docker`, `ssh`. */
  readonly id: string
  /**
   * What isolates commands from the rest of the machine. Commands in a `sandbox` still work on the user's files. A `container` or another
   * machine does not have these files. Default `none`.
   */
  readonly isolation?: 'none' | 'sandbox' | 'container'
  /** The program that implements the `sandbox`, for display: `bubblewrap`. Absent if there is none, or it is unknown. */
  readonly sandboxedBy?: string
  /**
   * Which machines the commands of a conversation can reach. `open`: any machine. `listed`: machines that the owner or a person allowed.
   * `none`: no machine. The reach may change between commands. Absent: `open`.
   */
  networkOf?(conversation?: SessionId): NetworkReach
  /** Absolute. Where a task's first command starts. */
  readonly workingDirectory: string
  /** The files as the commands see them. */
  readonly files: FileSystem
  /**
   * Starts a shell command in its own process group. Aborting `signal` ends the whole group, first with SIGTERM, then with
   * SIGKILL. Disposing the environment ends every group that it started.
   */
  spawn(request: SpawnRequest, options: { readonly signal: AbortSignal }): Promise<EnvironmentProcess>
}

export type NetworkReach = 'open' | 'listed' | 'none'

/** Identifies the conversation that a command belongs to. */
export interface CommandOwner {
  /** The session of the outermost run. In an environment that isolates commands, conversations do not see each other's processes. */
  readonly conversation: SessionId
  /** The command as the caller requested it, for questions about it. */
  readonly command: string
}

export interface SpawnRequest {
  /** Runs with `bash -c`, or with the closest equivalent on the platform. */
  readonly command: string
  /** Default: the environment's `workingDirectory`. */
  readonly workingDirectory?: string
  /** Added to the environment's own variables, which do not contain the agent's credentials. */
  readonly variables?: Readonly<Record<string, string>>
  /** Default: no particular conversation. */
  readonly owner?: CommandOwner
  /** Default: empty standard input. */
  readonly stdin?: string
  /** Keeps standard input open after `stdin`, for {@link EnvironmentProcess.write}. Default: standard input ends. */
  readonly keepsInput?: boolean
  /**
   * Runs the command on a pseudo-terminal of this size. Input stays open, and all output is `stdout`. Default: no terminal.
   * An environment without terminals throws an {@link EnvironmentError}.
   */
  readonly terminal?: TerminalSize
}

export interface TerminalSize {
  readonly columns: number
  readonly rows: number
}

export interface EnvironmentProcess {
  readonly pid?: number
  /** Standard output and standard error as they arrive. A slow reader blocks the process; output does not accumulate in memory. */
  readonly output: AsyncIterable<OutputChunk>
  /** Resolves when the process has exited and its output has been read or dropped. Never rejects. */
  readonly exit: Promise<ProcessExit>
  /** Resolves when the process can take more input. Rejects once the input is closed. Present only with `keepsInput` or `terminal`. */
  write?(data: string | Uint8Array): Promise<void>
  /** Closes standard input, so that the process reads end of file. */
  endInput?(): void
  /** What the environment has refused the process so far, one sentence each, for the agent. Absent: the environment refuses nothing. */
  notices?(): readonly string[]
  /** Signals the whole process group. Default `SIGTERM`. */
  kill(signal?: 'SIGTERM' | 'SIGKILL' | 'SIGINT'): void
}

export interface OutputChunk {
  readonly stream: 'stdout' | 'stderr'
  readonly data: Uint8Array
}

export interface ProcessExit {
  /** The exit status as a shell reports it: 128 + n after signal n. */
  readonly code: number
  readonly signal?: string
}

export interface FileSystem {
  /** Returns the absolute path with symbolic links and `..` resolved. If the path does not exist, resolves the part that exists. */
  resolve(path: string): Promise<string>
  /** Returns `undefined` when there is nothing at the path. */
  stat(path: string): Promise<FileStatus | undefined>
  /** @throws NodeJS-style errors with `code` (`ENOENT`, `EACCES`, `EISDIR`). */
  read(path: string, range?: ReadOptions): Promise<Uint8Array>
  /** Replaces the file atomically and keeps its permissions. Creates missing folders. */
  write(path: string, data: Uint8Array, options?: FileOptions): Promise<void>
  /** Removes a symbolic link itself, not its target. */
  remove(path: string, options?: FileOptions): Promise<void>
  /** Returns the names and kinds of a folder's entries, in no particular order. */
  list(path: string): Promise<readonly { readonly name: string; readonly kind: FileStatus['kind'] }[]>
}

export interface FileOptions {
  /**
   * The result of `resolve` at the time when access to the path was decided. If somebody has swapped a link since then and the path
   * resolves to something else when the file is opened, the operation fails with `ESTALE` and has no effect.
   */
  readonly resolvesTo?: string
}

export interface ReadOptions extends FileOptions {
  /** The offset of the first byte. Default 0. */
  readonly start?: number
  /** The number of bytes to read. The result is shorter if the file ends earlier. Default: the rest of the file. */
  readonly length?: number
}

export interface FileStatus {
  /** `other`: devices, pipes, sockets. Links are followed; a broken link is `other`. */
  readonly kind: 'file' | 'directory' | 'other'
  readonly size: number
  readonly modifiedAtMs: number
}
