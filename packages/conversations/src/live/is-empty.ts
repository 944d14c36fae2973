import { type MessageContent, textOf } from '@hermes/core'

/** Whether an input contains nothing to answer. */
export function isEmpty(content: MessageContent): boolean {
  const hasAttachment = typeof content !== 'string' && content.some(({ type }) => type !== 'text')
  return !hasAttachment && textOf(content).trim() === ''
}
