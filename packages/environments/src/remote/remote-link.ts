import type { Readable } from 'node:stream'
import type { TerminalSize } from '@hermes/core/environment'

/** How a remote place is reached: a host with `ssh`, a container with `docker exec`. */
export interface RemoteLink {
  /** Used in messages: `the host build-1`, `the container hermes-4f1c`. */
  readonly name: string
  /** Called before the first connection and before each reconnection. */
  prepare(): Promise<void>
  /** Starts a local program whose standard streams are those of `argv` on the remote side. */
  open(argv: readonly string[], options: OpenOptions): Promise<Program>
  /** Explains in one sentence why there was no answer and what to do. `output` is what was printed instead. */
  explain(output: string): string
  /** Called after all programs have ended. */
  close(): Promise<void>
}

export interface OpenOptions {
  /** The program that runs for as long as the connection. The others depend on it. */
  readonly isFirst?: boolean
  readonly terminal?: TerminalSize
}

/** A local program that represents one on the remote side. */
export interface Program {
  readonly input: ProgramInput
  readonly stdout: Readable
  /** Absent on a terminal. */
  readonly stderr?: Readable
  /** The exit code of the local program. Never rejects. */
  readonly exited: Promise<number>
  /** Ends only the local program. */
  close(): void
  /** From now on it does not keep Node.js running. */
  unref(): void
}

export interface ProgramInput {
  /** Resolves when the program can accept more. */
  write(data: string | Uint8Array): Promise<void>
  /** Ends the input after all written data. */
  endInput(): void
  /** Drops pending data, because the reader is gone. */
  close(): void
}
