import type { Question, QuestionAnswer } from '@hermes/core/questions'
import { english, type Translate } from '@hermes/safety/language'
import { exactRows } from '../text/exact-rows.js'
import { formatDuration } from '../text/format.js'
import { exactText, hidesSomething, oneLine, safeText } from '../text/safe-text.js'
import type { Style } from '../text/style.js'

export interface QuestionView {
  readonly style: Style
  readonly columns: number
  readonly nowMs: number
}

const states: Readonly<Record<Question['state'], string>> = {
  open: english`open`,
  answered: english`answered`,
  expired: english`expired`,
  withdrawn: english`withdrawn`,
}

/** Renders a question with everything that the answer depends on, as whole lines. */
export function renderQuestion(question: Question, view: QuestionView): string {
  const rows = question.kind === 'approval' ? approvalRows(question, view) : clarificationRows(question, view)
  return [...rows, view.style.muted(deadlineRow(question, view)), ''].join('\n')
}

function approvalRows(question: Question, { style, columns }: QuestionView): readonly string[] {
  const { t } = style
  const { tool = t`a tool`, text, workingDirectory, reasons, sessionScope } = question
  return [
    style.warning(t`${oneLine(tool)} asks to run:`),
    ...exactRows(text, columns).map((row) => style.warning(row.slice(0, 1)) + row.slice(1)),
    ...(hidesSomething(text) ? [style.error(t`It contains invisible characters, which are shown escaped.`)] : []),
    ...(workingDirectory === undefined ? [] : [style.muted(t`in ${exactText(workingDirectory)}`)]),
    ...reasons.map((reason) => t`because: ${oneLine(t.of(reason))}`),
    ...(sessionScope === undefined ? [] : [style.muted(t`"session" covers: ${oneLine(t.of(sessionScope))}`)]),
  ]
}

function clarificationRows({ text, choices }: Question, { style }: QuestionView): readonly string[] {
  return [
    style.bold(safeText(text)),
    ...choices.map((choice, index) => `  ${style.bold(String(index + 1))}  ${oneLine(choice)}`),
  ]
}

function deadlineRow(
  { id, state, deadlineMs, defaultAnswer }: Question,
  { nowMs, style: { t } }: QuestionView,
): string {
  if (state !== 'open') return t`question ${id}, ${t.of(states[state])}`
  const until = `${new Date(deadlineMs).toLocaleTimeString('en-GB')} (${formatDuration(Math.max(0, deadlineMs - nowMs))})`
  return t`question ${id}: without an answer until ${until} ${assumed(defaultAnswer, t)}`
}

function assumed(answer: QuestionAnswer | undefined, t: Translate): string {
  if (!answer) return t`the agent decides`
  return 'text' in answer ? t`it counts as "${oneLine(answer.text)}"` : t`it does not run`
}
