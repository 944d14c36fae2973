import { outcomeToMarkdown } from '@hermes/conversations/commands'
import type { OutcomeBlock } from '../../model/view-state.js'
import type { Look } from '../look/look.js'
import { drawMarkdown } from '../markdown/draw-markdown.js'
import { wrapRows } from '../rows/wrap-rows.js'

/** A table or a diff that a command has answered. */
export function drawOutcome({ outcome, answeredAtMs }: OutcomeBlock, width: number, look: Look): readonly string[] {
  const { clean } = look
  const drawn = look.outcome?.(outcome, { width, nowMs: answeredAtMs })
  if (drawn === undefined) return drawMarkdown(withBrackets(clean(outcomeToMarkdown(outcome))), width, look)
  const note = outcome.type === 'table' ? (outcome.note ?? '') : ''
  return [...wrapRows(drawn, width), ...(note === '' ? [] : drawMarkdown(clean(note), width, look))]
}

/** Escaped brackets would be taken for those of a formula. Alone, brackets need no escape. */
function withBrackets(markdown: string): string {
  return markdown.replaceAll('\\[', '[').replaceAll('\\]', ']')
}
