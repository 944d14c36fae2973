import { type ContentPart, type Message, textOf } from '@hermes/core'
import type { Frame } from './families.js'

/** What providers charge for a picture or page of common size, regardless of its bytes. */
const attachmentTokens = 1_500
const lowDetailTokens = 85

/** Counts a message in a request: its text, tool calls, attachments and protocol overhead. */
export function countMessageParts(message: Message, countText: (text: string) => number, frame: Frame): number {
  const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : []
  const callTokens = calls.reduce(
    (sum, { function: called }) => sum + frame.toolCall + countText(called.name) + countText(called.arguments),
    0,
  )
  return frame.message + countText(textOf(message.content)) + callTokens + attachmentsOf(message)
}

function attachmentsOf({ content }: Message): number {
  if (content === null || typeof content === 'string') return 0
  return content.reduce((sum, part) => sum + attachment(part), 0)
}

function attachment(part: ContentPart): number {
  if (part.type === 'text') return 0
  return part.type === 'image_url' && part.image_url.detail === 'low' ? lowDetailTokens : attachmentTokens
}
