import { type CommandOutcome, translateOutcome } from '@hermes/conversations/commands'
import { createAnswerStream } from '../markdown/markdown-stream.js'
import { safeText } from '../text/safe-text.js'
import { outcomeChoice } from './outcome-choice.js'
import { outcomeDiff } from './outcome-diff.js'
import { outcomeTable } from './outcome-table.js'
import type { OutcomeView } from './outcome-view.js'

/** Renders the outcome of a command as whole lines. Follow-up questions are asked elsewhere. */
export function renderOutcome(given: CommandOutcome, view: OutcomeView): string {
  const { style } = view
  const outcome = translateOutcome(given, style.t)
  switch (outcome.type) {
    case 'text':
      return markdown(outcome.text, view)
    case 'table':
      return outcomeTable(outcome, view) + (outcome.note === undefined ? '' : markdown(outcome.note, view))
    case 'choice':
      return outcomeChoice(outcome, view)
    case 'diff':
      return outcomeDiff(outcome, view)
    case 'form':
      return markdown(outcome.prompt, view)
    case 'confirm':
      return `${style.warning(safeText(outcome.text))}\n`
    case 'error':
      return errorLines(outcome.text, view)
    case 'open':
    case 'leave':
      return outcome.text === undefined ? '' : markdown(outcome.text, view)
    case 'message':
    case 'done':
      return ''
    // The union may grow. Unknown outcomes are not shown.
    default:
      return ''
  }
}

function errorLines(text: string, view: OutcomeView): string {
  const [first = '', ...rest] = text.split('\n')
  const more = rest.join('\n').trim()
  return `${view.style.error(`✗ ${safeText(first)}`)}\n${more === '' ? '' : markdown(more, view)}`
}

function markdown(text: string, { style, columns }: OutcomeView): string {
  const stream = createAnswerStream({ style, columns: () => columns })
  return stream.push(text) + stream.end()
}
