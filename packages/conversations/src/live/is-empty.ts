import { type MessageContent, textOf } from '@hermes/core'

/** Whether there is nothing in it to answer. */
export function isEmpty(content: MessageContent): boolean {
  const hasAttachment = typeof content !== 'string' && content.some(({ type }) => type !== 'text')
  return !hasAttachment && textOf(content).trim() === ''
}
