import { constants } from 'node:os'
import type { ProcessExit } from '@hermes/core/environment'
import type { ProcessOutput } from './process-output.js'

/** Program with its arguments, variables and working directory. */
export interface LaunchRequest {
  readonly argv: readonly string[]
  readonly workingDirectory: string
  readonly variables: Readonly<Record<string, string>>
  readonly stdin?: string
  readonly keepsInput?: boolean
}

/** Program that runs in its own session. */
export interface Launched {
  readonly pid: number
  readonly output: ProcessOutput
  /** Resolves when the program has ended. Never rejects. */
  readonly ended: Promise<ProcessExit>
  /** Input of the program. Absent unless it stays open. */
  readonly input?: ProcessInput
}

export interface ProcessInput {
  write(data: string | Uint8Array): Promise<void>
  endInput(): void
}

export function toExit(code: number | null, signal: NodeJS.Signals | null): ProcessExit {
  if (signal === null) return { code: code ?? 1 }
  return { code: 128 + constants.signals[signal], signal }
}
