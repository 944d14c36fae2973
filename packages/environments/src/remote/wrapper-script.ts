import type { TerminalSize } from '@hermes/core/environment'
import { shellQuote } from '@hermes/safety'
import { toExports } from './shell-text.js'

export interface WrappedScript {
  /** Prefix of the wrapper's own lines. */
  readonly mark: string
  /** Absolute path to start in. Default: the initial folder of the connection. */
  readonly folder?: string
  readonly variables?: Readonly<Record<string, string>>
  readonly terminal?: TerminalSize
  /** A simple command or a subshell, because its streams are redirected. */
  readonly body: string
}

/** Word that is printed instead of `start` when the folder does not exist. */
export const refused = 'refused'

/**
 * Reads unread input, because with a full terminal, Podman would wait for a reader and show nothing. Ends after 0.1
 * seconds of silence.
 */
const drainTerminal = 'stty -icanon -echo min 0 time 1; cat >/dev/null'

/**
 * Reads unread input until the agent closes it at the last line. When a process ends with unread input, Podman drops
 * output that it has not forwarded yet.
 */
const drain = 'cat >/dev/null'

/**
 * Wraps a script to run on the remote side between two lines on each stream. The output therefore ends with the script,
 * even when other processes keep its pipes open, and the exit code is reported even where the connection reports none
 * after a signal. Signals to the group end the script but not the wrapper.
 */
export function wrapScript({ mark, folder, variables = {}, terminal, body }: WrappedScript): string {
  return `unset l CDPATH
${folder === undefined ? '' : `cd -- ${shellQuote(folder)} 2>/dev/null || { echo ${mark} ${refused}; exit 1; }`}
${terminal ? `stty sane; stty cols ${terminal.columns} rows ${terminal.rows}` : ''}
${toExports(variables)}
exec 9>&2 2>/dev/null
trap : HUP INT TERM
echo ${mark} start $$
${terminal ? '' : `echo ${mark} start >&9`}
${body} 2>&9 9>&-
code=$?
echo ${mark} end $code
${terminal ? drainTerminal : `echo ${mark} end >&9; ${drain}`}
exit $code
`
}
