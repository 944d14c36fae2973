import { parseJson } from '@hermes/core/wiring'
/** A result of the `terminal` tool. */
export type TerminalResult =
  | { readonly status: 'ran'; readonly output: string; readonly exitCode: number; readonly error: string }
  /** There is no report, because the call was refused, canceled or failed before the command ran. */
  | { readonly status: 'refused'; readonly text: string }

/** Parses `{ "output", "exit_code", "error" }`, even if the agent loop appended a remark. */
export function parseTerminalResult(text: string): TerminalResult {
  const report = parseObject(text) ?? parseObject(text.slice(0, text.lastIndexOf('}') + 1))
  if (!report || typeof report.output !== 'string') return { status: 'refused', text }
  const exitCode = typeof report.exit_code === 'number' ? report.exit_code : 0
  return { status: 'ran', output: report.output, exitCode, error: typeof report.error === 'string' ? report.error : '' }
}

/** Describes a failed command and its whole output for the user. */
export function describeFailure(command: string, result: TerminalResult): string {
  if (result.status === 'refused') return `\`${command}\` was not run: ${result.text}`
  const said = [result.output.trimEnd(), result.error].filter(Boolean).join('\n')
  return `\`${command}\` failed with exit code ${result.exitCode}${said && `:\n${said}`}`
}

export function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = parseJson(text)
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}
