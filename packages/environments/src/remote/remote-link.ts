import type { Readable } from 'node:stream'
import type { TerminalSize } from '@hermes/core/environment'

/** Way to reach a remote place: a host with `ssh`, a container with `docker exec`. */
export interface RemoteLink {
  /** Name for messages: `the host build-1`, `the container hermes-4f1c`. */
  readonly name: string
  /** Called before the first connection and before each reconnection. */
  prepare(): Promise<void>
  /** Starts a local program whose standard streams are those of `argv` on the remote side. */
  open(argv: readonly string[], options: OpenOptions): Promise<Program>
  /** Explains why there was no answer and what to do. `output` is the text that was printed instead. */
  explain(output: string): string
  /** Called after all programs have ended. */
  close(): Promise<void>
}

export interface OpenOptions {
  /** Whether this is the program that runs for as long as the connection. The others depend on it. */
  readonly isFirst?: boolean
  readonly terminal?: TerminalSize
}

/** Local program that represents a program on the remote side. */
export interface Program {
  readonly input: ProgramInput
  readonly stdout: Readable
  /** Standard error. Absent on a terminal. */
  readonly stderr?: Readable
  /** Resolves to the exit code of the local program. Never rejects. */
  readonly exited: Promise<number>
  /** Ends the local program only. */
  close(): void
  /** Lets Node.js exit while the program runs. */
  unref(): void
}

export interface ProgramInput {
  /** Resolves when the program can accept more. */
  write(data: string | Uint8Array): Promise<void>
  /** Ends the input after all written data. */
  endInput(): void
  /** Drops pending data, because there is no reader left. */
  close(): void
}
