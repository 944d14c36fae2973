import type { SessionId } from '../values/session-id.js'

/**
 * Where commands run and files live: this machine, a container, another host.
 *
 * Paths are the environment's own: absolute, or relative to `workingDirectory`. Raises {@link EnvironmentError} when the
 * backend itself is down; a command that fails is a result.
 */
export interface Environment extends AsyncDisposable {
  /** `local`, `docker`, `ssh`. */
  readonly id: string
  /**
   * What isolates commands from the rest of the machine. A `sandbox` still works on the user's files; a `container`, or another
   * machine, has none of them. Default `none`.
   */
  readonly isolation?: 'none' | 'sandbox' | 'container'
  /** The program of the `sandbox`, for display: `bubblewrap`. Absent if there is none, or it is unknown. */
  readonly sandboxedBy?: string
  /**
   * What commands of a conversation reach: `open`, any machine; `listed`, machines that the owner or a person allowed; `none`, no machine.
   * It may change between commands. Absent: `open`.
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

/** Whose command it is. */
export interface CommandOwner {
  /** The session of the outermost run. Where commands are isolated, conversations do not see each other's processes. */
  readonly conversation: SessionId
  /** The command as it was requested, for questions about it. */
  readonly command: string
}

export interface SpawnRequest {
  /** Run by `bash -c`, or the platform's nearest. */
  readonly command: string
  /** Default: the environment's `workingDirectory`. */
  readonly workingDirectory?: string
  /** Added to the environment's own variables, which do not contain the agent's credentials. */
  readonly variables?: Readonly<Record<string, string>>
  /** Default: no conversation in particular. */
  readonly owner?: CommandOwner
  /** Default: empty standard input. */
  readonly stdin?: string
  /** Standard input stays open after `stdin`, for {@link EnvironmentProcess.write}. Default: it ends. */
  readonly keepsInput?: boolean
  /**
   * Runs the command on a pseudo-terminal of this size: input stays open, and all output is `stdout`. Default: none.
   * An environment without terminals raises an {@link EnvironmentError}.
   */
  readonly terminal?: TerminalSize
}

export interface TerminalSize {
  readonly columns: number
  readonly rows: number
}

export interface EnvironmentProcess {
  readonly pid?: number
  /** Standard output and error as they arrive. Reading slowly blocks the process instead of buffering in memory. */
  readonly output: AsyncIterable<OutputChunk>
  /** Resolves when the process has exited and its output has been read or dropped. Never rejects. */
  readonly exit: Promise<ProcessExit>
  /** Resolves when the process can take more. Rejects once its input is closed. Present only with `keepsInput` or `terminal`. */
  write?(data: string | Uint8Array): Promise<void>
  /** Closes standard input: the process reads end of file. */
  endInput?(): void
  /** What the environment refused to it so far, one sentence each, for the agent. Absent: nothing is ever refused. */
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
  /** The absolute path with symbolic links and `..` resolved. A path that does not exist is resolved as far as it exists. */
  resolve(path: string): Promise<string>
  /** `undefined` when there is nothing at the path. */
  stat(path: string): Promise<FileStatus | undefined>
  /** @throws NodeJS-style errors with `code` (`ENOENT`, `EACCES`, `EISDIR`). */
  read(path: string, range?: ReadOptions): Promise<Uint8Array>
  /** Replaces the file atomically and keeps its permissions. Creates missing folders. */
  write(path: string, data: Uint8Array, options?: FileOptions): Promise<void>
  /** Removes a symbolic link itself, not its target. */
  remove(path: string, options?: FileOptions): Promise<void>
  /** The names and kinds of a folder's entries, in no particular order. */
  list(path: string): Promise<readonly { readonly name: string; readonly kind: FileStatus['kind'] }[]>
}

export interface FileOptions {
  /**
   * The result of `resolve` when access to the path was decided. If the path resolves to something else when the file is
   * opened, because a link was swapped in the meantime, the operation fails with `ESTALE` and has no effect.
   */
  readonly resolvesTo?: string
}

export interface ReadOptions extends FileOptions {
  /** Bytes from the beginning of the file. Default 0. */
  readonly start?: number
  /** Bytes; fewer come back where the file ends. Default: the rest. */
  readonly length?: number
}

export interface FileStatus {
  /** `other`: devices, pipes, sockets. Links are followed; a broken one is `other`. */
  readonly kind: 'file' | 'directory' | 'other'
  readonly size: number
  readonly modifiedAtMs: number
}
