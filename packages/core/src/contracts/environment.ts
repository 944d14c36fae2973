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
   * What keeps commands away from the rest of the machine: a `sandbox` still works on the user's own files, a `container`
   * or another machine of its own has none of them. Default `none`.
   */
  readonly isolation?: 'none' | 'sandbox' | 'container'
  /** Absolute. Where a task's first command starts. */
  readonly workingDirectory: string
  /** The files as the commands see them. */
  readonly files: FileSystem
  /**
   * Starts a shell command in a process group of its own. Once `signal` is aborted the whole group is ended, first with
   * SIGTERM, then with SIGKILL; disposing the environment ends every group that it started.
   */
  spawn(request: SpawnRequest, options: { readonly signal: AbortSignal }): Promise<EnvironmentProcess>
}

export interface SpawnRequest {
  /** Run by `bash -c`, or the platform's nearest. */
  readonly command: string
  /** Default: the environment's `workingDirectory`. */
  readonly workingDirectory?: string
  /** Added to the environment's own variables, from which the agent's credentials have been removed. */
  readonly variables?: Readonly<Record<string, string>>
  /** Default: empty standard input. */
  readonly stdin?: string
  /** Standard input stays open after `stdin`, for {@link EnvironmentProcess.write}. Default: it ends. */
  readonly keepsInput?: boolean
  /**
   * The command gets a terminal of this size, as a person would have it: input stays open, and all output is `stdout`.
   * Default: none. An environment that cannot give one raises an {@link EnvironmentError}.
   */
  readonly terminal?: TerminalSize
}

export interface TerminalSize {
  readonly columns: number
  readonly rows: number
}

export interface EnvironmentProcess {
  readonly pid?: number
  /** Standard output and error as they come. Not reading holds the process back: nothing piles up in memory. */
  readonly output: AsyncIterable<OutputChunk>
  /** Resolves when the process has ended and its output has been read or dropped. Never rejects. */
  readonly exit: Promise<ProcessExit>
  /** Resolves when the process can take more. Rejects once its input is closed. Absent unless input was asked to stay open. */
  write?(data: string | Uint8Array): Promise<void>
  /** Ends the input: the process reads an end of file. */
  endInput?(): void
  /** Ends the whole group. Default `SIGTERM`. */
  kill(signal?: 'SIGTERM' | 'SIGKILL' | 'SIGINT'): void
}

export interface OutputChunk {
  readonly stream: 'stdout' | 'stderr'
  readonly data: Uint8Array
}

export interface ProcessExit {
  /** The status as a shell reports it: 128 + n after signal n. */
  readonly code: number
  readonly signal?: string
}

export interface FileSystem {
  /** Absolute, links and `..` resolved; a path that does not exist yet is resolved as far as it does. */
  resolve(path: string): Promise<string>
  /** `undefined` when there is nothing at the path. */
  stat(path: string): Promise<FileStatus | undefined>
  /** @throws NodeJS-style errors with `code` (`ENOENT`, `EACCES`, `EISDIR`). */
  read(path: string, range?: ReadOptions): Promise<Uint8Array>
  /** Replaces the file in one step and keeps its permissions; missing folders are made. */
  write(path: string, data: Uint8Array, options?: FileOptions): Promise<void>
  /** A link itself is removed, not what it leads to. */
  remove(path: string, options?: FileOptions): Promise<void>
  /** Names and kinds of what a folder holds, in no particular order. */
  list(path: string): Promise<readonly { readonly name: string; readonly kind: FileStatus['kind'] }[]>
}

export interface FileOptions {
  /**
   * What `resolve` said of the path when it was judged. Should the path lead elsewhere when the file is opened, because a
   * link was put in its way meanwhile, the operation fails with the code `ESTALE` and has touched nothing.
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
