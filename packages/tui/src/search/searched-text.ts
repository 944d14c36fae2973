import { outcomeToMarkdown } from '@hermes/conversations/commands'
import type { Block } from '../model/view-state.js'

/** Returns all text of a block, including folded text, but not the reasoning, which may be hidden. */
export function searchedText(block: Block): string {
  if (block.type === 'reasoning') return ''
  if (block.type === 'decision') return [block.question.text, block.decision.reason].filter(Boolean).join('\n')
  if (block.type === 'outcome') return outcomeToMarkdown(block.outcome)
  if (block.type !== 'tool') return block.text
  const { name, summary, output, diff = '' } = block
  return [`${name} ${summary.replaceAll('\n', ' ')}`, output, diff].filter(Boolean).join('\n')
}
