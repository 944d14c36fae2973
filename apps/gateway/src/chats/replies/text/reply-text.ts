import type { SubmissionEnd } from '@hermes/conversations'
import { type CommandOutcome, outcomeToMarkdown } from '@hermes/conversations/commands'
import { describeError, TransportError } from '@hermes/core'
import type { Button } from '@hermes/core/platform'
import type { ChatNetwork } from '../../network/chat-network.js'
import { formatMinutes } from '../../network/format-minutes.js'

export interface ReplyText {
  readonly text: string
  readonly buttons?: readonly Button[]
}

/** Maximum length of a diff, in characters. */
const mostDiff = 10_000

const continueButton: Button = { label: 'Continue', value: 'c:/continue' }

/** What is known about a turn that may have been interrupted. */
export interface CutTurn {
  /** The part of its answer that the person could read. */
  readonly written?: string | undefined
  /** How long it had made no progress when it was interrupted for that, in milliseconds. */
  readonly stuckMs?: number | undefined
}

/** Returns the text for a person at the end of their input. Empty if there is none. */
export function replyText(
  end: SubmissionEnd,
  network: ChatNetwork,
  { written = '', stuckMs }: CutTurn = {},
): ReplyText {
  if (stuckMs !== undefined) {
    const why = `⚠️ I stopped, because nothing had happened for ${formatMinutes(stuckMs)}.`
    if (end.status === 'cancelled') return { text: `${why} Your message was not read: send it again.` }
    if (isCut(end)) {
      const text = `${written === '' ? '' : `${written}\n\n`}${why} /continue resumes the turn.`
      return { text, ...withButtons([continueButton], network) }
    }
  }
  switch (end.status) {
    case 'turn': {
      if (isCut(end)) return { text: written }
      const { outcome, finalResponse } = end.result
      return { text: outcome.status === 'failed' ? failureText(outcome.error) : finalResponse }
    }
    case 'command':
      return { text: commandText(end.outcome), ...buttonsOf(end, network) }
    case 'duplicate':
      // The answer of a turn belongs to the message that started it.
      return { text: end.isSteer ? '' : (end.reply ?? written) }
    case 'refused':
      if (end.reason !== 'given-up') return { text: end.message }
      return { text: `⚠️ ${end.message}`, ...withButtons([continueButton], network) }
    case 'failed':
      return { text: `⚠️ ${describeError(end.error)}` }
    default:
      return { text: '' }
  }
}

/** Networks without a menu, such as mail, do not show the available commands. */
function failureText(error: unknown): string {
  const isOverflow = TransportError.is(error) && error.kind === 'context-overflow'
  const help = isOverflow
    ? ' Send /compress to shorten it, /undo to take its last message back, or /new for a new one.'
    : ''
  return `⚠️ ${describeError(error)}${help}`
}

/** A diff may have megabytes, which would be thousands of messages. */
function commandText(outcome: CommandOutcome): string {
  if (outcome.type !== 'diff' || outcome.diff.length <= mostDiff) return outcomeToMarkdown(outcome)
  const diff = outcome.diff.slice(0, outcome.diff.lastIndexOf('\n', mostDiff))
  return `${outcomeToMarkdown({ ...outcome, diff })}\n\nThe rest is left out: add a path to see the changes of one file.`
}

/** Whether the turn was interrupted. Its answer is the text until then. */
export function isCut(end: SubmissionEnd): boolean {
  return end.status === 'turn' && end.result.outcome.status === 'interrupted'
}

/** Whether the turn ended before its answer did: it was interrupted, or another message followed the turn of a process that died. */
export function hasNoEnd(end: SubmissionEnd): boolean {
  return isCut(end) || (end.status === 'duplicate' && end.reply === undefined)
}

/** Returns choices and confirmations as buttons that submit their commands. Commands that are too long have to be typed. */
function buttonsOf({ outcome }: Extract<SubmissionEnd, { status: 'command' }>, network: ChatNetwork) {
  const offered: readonly Button[] =
    outcome.type === 'choice'
      ? outcome.options.map(({ label, command }) => ({ label, value: `c:${command}` }))
      : outcome.type === 'confirm'
        ? [{ label: 'Yes', value: `c:${outcome.confirm}` }]
        : []
  return withButtons(offered, network)
}

function withButtons(offered: readonly Button[], { adapter }: ChatNetwork): Pick<ReplyText, 'buttons'> {
  const { buttons: limits } = adapter.limits
  const buttons = offered
    .filter(({ value }) => Buffer.byteLength(value) <= (limits?.maxValueBytes ?? 0))
    .slice(0, limits?.max ?? 0)
  return buttons.length > 0 ? { buttons } : {}
}

/** Returns the command of a pressed button. */
export function commandOfPress(value: string): string | undefined {
  return value.startsWith('c:/') ? value.slice(2) : undefined
}
