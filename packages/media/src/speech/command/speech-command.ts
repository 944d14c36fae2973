import type { RunProgram } from '@hermes/core/extension'

/** A program of this machine. */
export interface SpeechCommand {
  /** The program and its arguments, passed without a shell. */
  readonly command: readonly string[]
  readonly run: RunProgram
  /** Absolute path of the folder where its files are created and removed. */
  readonly folder: string
  /** The time limit of a call, in milliseconds. */
  readonly timeoutMs: number
}
