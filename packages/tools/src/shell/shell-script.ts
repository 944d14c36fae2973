import { shellQuote } from '@hermes/safety'

export interface ShellScript {
  /** What the user or the model asked for, as it stands. */
  readonly command: string
  /** Unguessable; sets the report apart from everything else on its channel. */
  readonly mark: string
  /** Report the variables that the shell started with, too. */
  readonly withInitialVariables: boolean
  /** Inherited variables that an earlier command took away. */
  readonly unset: readonly string[]
}

/**
 * Wraps a command so that it tells where it ended: on standard error, which the command itself does not get, because its
 * standard error is joined with its standard output, in the very order in which it writes.
 *
 * The report is made after the command, or by a trap when the command calls `exit` or fails under `set -e`; a command
 * that replaces the shell or kills it leaves none.
 */
export function shellScript({ command, mark, withInitialVariables, unset }: ShellScript): string {
  // High enough that no script uses it; other shells know one digit only. Without `{name}>`, which bash 3.2 lacks.
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
    // The redirection hides what `set -x` would print of this.
    "trap '{ __hermes_report; } 2>/dev/null' EXIT",
    // The blank keeps a leading dash from being taken for an option.
    `eval ${shellQuote(` ${command}`)}`,
    '{ __hermes_report; } 2>/dev/null',
  ].join('; ')
}

/** A command that reports nothing: it has a terminal, or goes on beside the shell of its task. */
export function plainScript({ command, unset }: Pick<ShellScript, 'command' | 'unset'>): string {
  const lines = ['exec 2>&1', ...(unset.length > 0 ? [`unset ${unset.join(' ')} 2>/dev/null`] : []), command]
  return lines.join('\n')
}
