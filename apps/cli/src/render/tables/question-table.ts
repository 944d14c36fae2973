import type { Question } from '@hermes/core/questions'
import type { Translate } from '@hermes/safety/language'
import type { OutputStream } from '../../io.js'
import { columnsOf } from '../screen/screen.js'
import { formatDuration } from '../text/format.js'
import { exactText } from '../text/safe-text.js'
import { padded, truncate } from '../text/text-width.js'

export interface QuestionTableOptions {
  readonly nowMs: number
  /** Output of the table. A terminal gets truncated rows; a pipe gets the full text. */
  readonly stream: OutputStream
  readonly t: Translate
}

/** Renders a table of questions: id, remaining time or outcome, session and text. */
export function questionTable(questions: readonly Question[], { nowMs, stream, t }: QuestionTableOptions): string {
  const columns = stream.isTTY ? columnsOf(stream) : Number.POSITIVE_INFINITY
  const rows = questions.map((question) => {
    const { id, kind, rootSessionId, text, tool } = question
    const about = exactText(text).replaceAll('\n', ' ⏎ ')
    return [
      id,
      padded(stateOf(question, nowMs, t), 11),
      rootSessionId,
      kind === 'approval' ? `${tool}: ${about}` : about,
    ].join('  ')
  })
  return rows.map((row) => `${truncate(row, columns).trimEnd()}\n`).join('')
}

function stateOf({ state, deadlineMs, answer }: Question, nowMs: number, t: Translate): string {
  if (state === 'open') return t`${formatDuration(Math.max(0, deadlineMs - nowMs))} left`
  return state === 'answered' && answer && 'decision' in answer ? answer.decision : state
}
