import type { Message, ToolCall } from '@hermes/core'
import type { Steps } from '@hermes/safety'
import { redactJsonSteps, redactSteps, type TextRedactor } from '@hermes/safety/redact'
import type { Block } from '../blocks.js'
import { textWithNotes } from './drop-pictures.js'
import { parseObject } from './parse-object.js'

/**
 * Removes secrets from messages, arguments and results, with a note for each picture and file. Secrets are removed
 * before texts are shortened, because a truncated key may not be recognized.
 */
export function* redactBlocks(blocks: readonly Block[], redactor: TextRedactor): Steps<readonly Block[]> {
  const clean: Block[] = []
  for (const { messages, tokens } of blocks) {
    const redacted: Message[] = []
    for (const message of messages) redacted.push(yield* redactMessage(message, redactor))
    clean.push({ messages: redacted, tokens })
  }
  return clean
}

function* redactMessage(message: Message, redactor: TextRedactor): Steps<Message> {
  yield
  const content = yield* redactSteps(redactor, textWithNotes(message.content))
  if (message.role !== 'assistant' || !message.tool_calls) return { ...message, content }
  const calls: ToolCall[] = []
  for (const call of message.tool_calls) {
    const given = yield* redactArguments(call.function.arguments, redactor)
    calls.push({ ...call, function: { ...call.function, arguments: given } })
  }
  return { ...message, content, tool_calls: calls }
}

/** Redacts the arguments of a call, by member name and by pattern. Valid JSON stays valid. */
function* redactArguments(text: string, redactor: TextRedactor): Steps<string> {
  const parsed = parseObject(text)
  const isObject = Object.keys(parsed).length > 0
  const plain = isObject ? JSON.stringify(yield* redactJsonSteps(parsed, redactor)) : text
  return yield* redactSteps(redactor, plain)
}
