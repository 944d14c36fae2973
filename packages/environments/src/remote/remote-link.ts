import type { Readable } from 'node:stream'
import type { TerminalSize } from '@hermes/core/environment'

/** How another place is reached: a host by `ssh`, a container by `docker exec`. */
export interface RemoteLink {
  /** In sentences: `the host build-1`, `the container hermes-4f1c`. */
  readonly name: string
  /** Called before the first connection, and before each one that follows a loss. */
  prepare(): Promise<void>
  /** Starts a local program whose standard streams are those of `argv`, run on the far side. */
  open(argv: readonly string[], options: OpenOptions): Promise<Program>
  /** One sentence: why there was no answer, and what to do. `output` is what came instead. */
  explain(output: string): string
  /** Called once all programs have ended. */
  close(): Promise<void>
}

export interface OpenOptions {
  /** The one program that is there as long as the connection is. The others need it. */
  readonly isFirst?: boolean
  readonly terminal?: TerminalSize
}

/** A local program that stands for one on the far side. */
export interface Program {
  readonly input: ProgramInput
  readonly stdout: Readable
  /** Absent on a terminal. */
  readonly stderr?: Readable
  /** The exit code of the local program. Never rejects. */
  readonly exited: Promise<number>
  /** Ends the local program alone. */
  close(): void
  /** Does not keep Node.js running from here on. */
  unref(): void
}

export interface ProgramInput {
  /** Resolves when the program can take more. */
  write(data: string | Uint8Array): Promise<void>
  /** After what has been written, the input ends. */
  endInput(): void
  /** Drops what has not been taken yet: the reader is gone. */
  close(): void
}
