import { outcomeToMarkdown } from '@hermes/conversations/commands'
import type { OutcomeBlock } from '../../model/view-state.js'
import type { Look } from '../look/look.js'
import { drawMarkdown } from '../markdown/draw-markdown.js'
import { wrapRows } from '../rows/wrap-rows.js'

/** Draws a table or a diff that a command has answered. */
export function drawOutcome({ outcome, answeredAtMs }: OutcomeBlock, width: number, look: Look): readonly string[] {
  const { clean } = look
  const drawn = look.outcome?.(outcome, { width, nowMs: answeredAtMs })
  if (drawn === undefined) return drawMarkdown(withBrackets(clean(outcomeToMarkdown(outcome))), width, look)
  const note = outcome.type === 'table' ? (outcome.note ?? '') : ''
  return [...wrapRows(drawn, width), ...(note === '' ? [] : drawMarkdown(clean(note), width, look))]
}

/** Unescapes brackets, because escaped ones would be treated as those of a formula. Brackets alone need no escape. */
function withBrackets(markdown: string): string {
  return markdown.replaceAll('\\[', '[').replaceAll('\\]', ']')
}
