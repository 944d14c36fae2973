import type { ProgramResult } from '@hermes/core/extension'
import { speechError } from '../speech-error.js'
import type { SpeechCommand } from './speech-command.js'

export interface RunCommandOptions {
  readonly workingDirectory: string
  /** The values of `{name}` in the arguments. */
  readonly values: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

const longestReason = 300

/** Runs a program to its end. @throws {HermesError} `speech/failed` when it fails or takes too long. */
export async function runCommand(
  { command, run, timeoutMs }: SpeechCommand,
  { workingDirectory, values, signal }: RunCommandOptions,
): Promise<ProgramResult> {
  const [program = '', ...args] = command.map((part) => part.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all))
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const result = await run(
      { command: program, args, workingDirectory },
      { signal: AbortSignal.any([signal, timeout]) },
    )
    if (result.code === 0) return result
    if (result.code === 127) throw speechError(`There is no program "${program}": install it, or change the command.`)
    const reason = (result.stderr.trim() || result.stdout.trim()).slice(-longestReason)
    throw speechError(`"${program}" ended with the status ${result.code}${reason === '' ? '.' : `: ${reason}`}`)
  } catch (error) {
    signal.throwIfAborted()
    if (timeout.aborted) throw speechError(`"${program}" took longer than ${timeoutMs / 1000} s.`, error)
    throw error
  }
}
