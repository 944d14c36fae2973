import type { JsonObject, ToolAmount, ToolOutcome, ToolOutput } from '@hermes/core'
import type { NetworkReach } from '@hermes/core/environment'
import { exitHint } from '../shell/exit-hint.js'
import type { CommandEnd, LiveCommand } from '../shell/live-command.js'
import { networkHint } from '../shell/network-hint.js'
import { passwordHint } from '../shell/password-prompt.js'
import { settingsHint } from '../shell/settings-hint.js'
import type { Limits } from '../shell/terminal-limits.js'

/** Exit codes of the `timeout` program and of an interrupted shell. */
const timeoutCode = 124
const interruptCode = 130

export interface EndedCommand {
  readonly command: string
  readonly live: LiveCommand
  readonly end: CommandEnd
  /** Reason for ending the command early. */
  readonly endedBy?: 'time' | 'interrupt'
  /** How long the call waited for the command, in milliseconds. */
  readonly timeoutMs: number
  readonly note: string | undefined
  readonly limits: Limits
  /** Network that the environment lets the command reach. */
  readonly reach: NetworkReach
}

/** Converts an ended command to the tool result for the model. */
export function toResult(ended: EndedCommand): ToolOutput {
  const { command, live, end, limits, reach } = ended
  const { code, error } = outcome(ended)
  const output = shownOutput(live, end, limits.outputCharacters)
  const meaning = error === null ? exitHint(command, code) : undefined
  // `git push -u` exits with 0 after a push even when it could not write its settings.
  const hint = settingsHint(output) ?? (code === 0 ? undefined : (passwordHint(output) ?? networkHint(output, reach)))
  const note = noteOf(ended)
  const result = answer({
    output,
    exit_code: code,
    error,
    ...(meaning && { exit_code_meaning: meaning }),
    ...(hint && { hint }),
    ...(end.file && { full_output: end.file.path }),
    ...(note && { note }),
  })
  return typeof result === 'string' ? { content: result, amount: printedLines(live) } : result
}

/** Returns the note of the call and the notices about what the command was denied. */
export function noteOf({ note, live }: Pick<EndedCommand, 'note' | 'live'>): string | undefined {
  return [...(note === undefined ? [] : [note]), ...live.notices()].join(' ') || undefined
}

/** Counts all printed lines, even when the output is shortened. */
function printedLines({ log }: LiveCommand): ToolAmount {
  const hasOpenLine = log.length() > 0 && log.tail(1) !== '\n'
  return { count: log.lines() + (hasOpenLine ? 1 : 0), unit: 'line' }
}

/** Returns the result as JSON, marked as an error when it has an `error`. */
export function answer(result: JsonObject): ToolOutput {
  const content = JSON.stringify(result)
  return result.error === null || result.error === undefined
    ? content
    : ({ content, isError: true } satisfies ToolOutcome)
}

/** Returns the start and end of the output with a count of the omitted characters. */
export function shownOutput(live: LiveCommand, end: CommandEnd | undefined, limit: number): string {
  const isWhole = end?.file && !end.file.isCut && live.lost() === 0
  const where = end?.file ? `; ${isWhole ? 'all' : 'more'} of it is in full_output` : ''
  return live.log.bounded(limit, ({ head, tail }) => {
    const left = live.log.length() - head.length - tail.length + live.lost()
    return `\n\n[... ${left.toLocaleString('en-US')} characters left out${where} ...]\n\n`
  })
}

function outcome({ endedBy, end, timeoutMs, limits }: EndedCommand) {
  if (endedBy === 'interrupt') {
    return { code: interruptCode, error: 'The command was interrupted and ended with all of its child processes.' }
  }
  if (endedBy === 'time') {
    const advice =
      timeoutMs < limits.maxTimeoutMs
        ? `Give it a longer timeout (at most ${limits.maxTimeoutMs / 1_000}), or run it in the background.`
        : 'That is the longest time that a command is waited for: run it in the background.'
    return {
      code: timeoutCode,
      error: `The command took longer than ${timeoutMs / 1_000} s and was ended with all of its child processes. ${advice}`,
    }
  }
  return { code: end.exit.code, error: null }
}
