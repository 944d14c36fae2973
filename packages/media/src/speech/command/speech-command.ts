import type { RunProgram } from '@hermes/core/extension'

/** A program of this machine. */
export interface SpeechCommand {
  /** The program and its arguments. No shell reads them. */
  readonly command: readonly string[]
  readonly run: RunProgram
  /** Where its files are made and removed. Absolute. */
  readonly folder: string
  /** The time limit of a call, in milliseconds. */
  readonly timeoutMs: number
}
