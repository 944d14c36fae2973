import type { TerminalSize } from '@hermes/core/environment'
import { shellQuote } from '@hermes/safety'
import { toExports } from './shell-text.js'

export interface WrappedScript {
  /** Begins each of the wrapper's own lines. */
  readonly mark: string
  /** Absolute. Default: where the connection begins. */
  readonly folder?: string
  readonly variables?: Readonly<Record<string, string>>
  readonly terminal?: TerminalSize
  /** One simple command or a subshell: its streams are redirected. */
  readonly body: string
}

/** What the wrapper says instead of `start` when the folder is not there. */
export const refused = 'refused'

/**
 * Takes what was typed and not read: on a full terminal, Podman would wait for a reader for ever, and show nothing meanwhile.
 * It ends after 0.1 seconds of silence.
 */
const drain = 'stty -icanon -echo min 0 time 1; cat >/dev/null'

/**
 * Runs a script on the far side between two lines of its own, on each stream: what ends the output is the end of the
 * script, not that of whoever else holds its pipes, and the exit code survives connections that know of none after a
 * signal. Signals to the group end the script, not the wrapper.
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
${terminal ? drain : `echo ${mark} end >&9`}
exit $code
`
}
