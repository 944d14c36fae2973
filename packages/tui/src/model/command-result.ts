import { parseObject } from './parse-object.js'

/** The output of a command, and how it ended. */
export interface CommandResult {
  readonly output: string
  readonly exitCode: number
}

/** Returns the result of a command, as reported by its tool. `undefined` for the results of other tools. */
export function commandResult(text: string): CommandResult | undefined {
  const { output, exit_code: exitCode } = parseObject(text) ?? {}
  // A background command has no exit code yet.
  return typeof output === 'string' && typeof exitCode === 'number' ? { output, exitCode } : undefined
}
