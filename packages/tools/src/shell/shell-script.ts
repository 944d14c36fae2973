import { shellQuote } from '@hermes/safety'

export interface ShellScript {
  /** Unchanged command of the user or the model. */
  readonly command: string
  /** Random marker that separates the report from other text on its channel. */
  readonly mark: string
  /** Whether to also report the variables that the shell started with. */
  readonly withInitialVariables: boolean
  /** Inherited variables that an earlier command unset. */
  readonly unset: readonly string[]
}

/**
 * Wraps a command so that it reports its final folder and variables on standard error. The command itself does not use
 * that stream, because its standard error is joined with its standard output, in write order.
 *
 * The report is written after the command, or by a trap when the command calls `exit` or fails under `set -e`. A
 * command that replaces or kills the shell leaves none.
 */
export function shellScript({ command, mark, withInitialVariables, unset }: ShellScript): string {
  // Descriptor that scripts do not use. Other shells support only one digit, and bash 3.2 does not support `{name}>`.
  const openChannel =
    'if [ -n "$BASH_VERSION" ]; then exec 97>&2; __hermes_channel=97; else exec 9>&2; __hermes_channel=9; fi'
  const write = (format: string) => `command printf '${format}'`
  const variables = 'command /usr/bin/env -0'
  const begin = [write(`${mark}\\0`), ...(withInitialVariables ? [variables] : []), write(`${mark}\\0`)].join('; ')
  const end = [write(`${mark}\\0`), 'command pwd', write('\\0'), variables, write(`${mark}\\0`)].join('; ')
  return [
    openChannel,
    "exec 2>&1; __hermes_reported=''",
    `{ ${begin}; } >&"$__hermes_channel" 2>/dev/null`,
    ...(unset.length > 0 ? [`unset ${unset.join(' ')} 2>/dev/null`] : []),
    `__hermes_report() { __hermes_status=$?; if [ -z "$__hermes_reported" ]; then __hermes_reported=1; ${end}; fi >&"$__hermes_channel"; return $__hermes_status; }`,
    // The redirection hides the output of `set -x`.
    "trap '{ __hermes_report; } 2>/dev/null' EXIT",
    // The space prevents a leading dash from being read as an option.
    `eval ${shellQuote(` ${command}`)}`,
    '{ __hermes_report; } 2>/dev/null',
  ].join('; ')
}

/** Returns the script for a command without a report, which has a terminal or runs separately from the shell of its task. */
export function plainScript({ command, unset }: Pick<ShellScript, 'command' | 'unset'>): string {
  const lines = ['exec 2>&1', ...(unset.length > 0 ? [`unset ${unset.join(' ')} 2>/dev/null`] : []), command]
  return lines.join('\n')
}
