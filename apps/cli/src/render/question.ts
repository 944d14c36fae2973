import type { Question, QuestionAnswer } from '@hermes/core/questions'
import { exactRows } from './exact-rows.js'
import { formatDuration } from './format.js'
import { exactText, hidesSomething, oneLine, safeText } from './safe-text.js'
import type { Style } from './style.js'

export interface QuestionView {
  readonly style: Style
  readonly columns: number
  readonly nowMs: number
}

/** A question with everything that the answer depends on, as whole lines. */
export function renderQuestion(question: Question, view: QuestionView): string {
  const rows = question.kind === 'approval' ? approvalRows(question, view) : clarificationRows(question, view)
  return [...rows, view.style.dim(deadlineRow(question, view)), ''].join('\n')
}

function approvalRows(question: Question, { style, columns }: QuestionView): readonly string[] {
  const { tool = 'a tool', text, workingDirectory, reasons, sessionScope } = question
  return [
    style.yellow(`${oneLine(tool)} asks to run:`),
    ...exactRows(text, columns).map((row) => style.yellow(row.slice(0, 1)) + row.slice(1)),
    ...(hidesSomething(text) ? [style.red('It contains invisible characters, which are shown escaped.')] : []),
    ...(workingDirectory === undefined ? [] : [style.dim(`in ${exactText(workingDirectory)}`)]),
    ...reasons.map((reason) => `because: ${oneLine(reason)}`),
    ...(sessionScope === undefined ? [] : [style.dim(`"session" covers: ${oneLine(sessionScope)}`)]),
  ]
}

function clarificationRows({ text, choices }: Question, { style }: QuestionView): readonly string[] {
  return [
    style.bold(safeText(text)),
    ...choices.map((choice, index) => `  ${style.bold(String(index + 1))}  ${oneLine(choice)}`),
  ]
}

function deadlineRow({ id, state, deadlineMs, defaultAnswer }: Question, { nowMs }: QuestionView): string {
  if (state !== 'open') return `question ${id}, ${state}`
  const until = `${new Date(deadlineMs).toLocaleTimeString('en-GB')} (${formatDuration(Math.max(0, deadlineMs - nowMs))})`
  return `question ${id}: without an answer until ${until} ${assumed(defaultAnswer)}`
}

function assumed(answer: QuestionAnswer | undefined): string {
  if (!answer) return 'the agent decides'
  return 'text' in answer ? `it counts as "${oneLine(answer.text)}"` : 'it does not run'
}
