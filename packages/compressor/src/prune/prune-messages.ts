import type { Message, ToolCall, ToolMessage } from '@hermes/core'
import { describeCall } from './describe-call.js'
import { dropPictures, textWithNotes } from './drop-pictures.js'
import { describeResult, readResult } from './read-result.js'
import { recoveryOf } from './recovery.js'
import { shortenArguments } from './shorten-arguments.js'

export interface PruneOptions {
  /**
   * Results longer than this, in characters, are replaced. Texts in arguments are shortened to this length, or to 500 if that is more.
   * Default 200.
   */
  readonly limit?: number
  /** The tool that descriptions name for retrieving the whole result. See `ContextSnapshot.recallTool`. */
  readonly recallTool?: string | undefined
}

/** The minimum length of a shortened argument, in characters. */
const argumentCharacters = 500

/**
 * Removes recoverable content from old messages: of equal results only the newest is kept, long results are replaced with one line, long
 * arguments are shortened, and images are replaced with a note. Every call keeps its result. Unchanged messages stay the same object.
 */
export function pruneMessages(messages: readonly Message[], options: PruneOptions): readonly Message[] {
  const { limit = 200, recallTool } = options
  const newest = newestOfEach(messages, limit)
  let calls = new Map<string, ToolCall>()
  return messages.map((message) => {
    if (message.role === 'assistant' && message.tool_calls) {
      calls = new Map(message.tool_calls.map((call) => [call.id, call]))
      return withCalls(message, message.tool_calls, Math.max(limit, argumentCharacters))
    }
    if (message.role === 'user') return withContent(message, dropPictures(message.content))
    if (message.role !== 'tool') return message
    const text = textWithNotes(message.content)
    if (text.length <= limit) return withContent(message, dropPictures(message.content))
    const isRepeated = newest.get(text) !== message
    return { ...message, content: accountOf({ call: calls.get(message.tool_call_id), text, recallTool, isRepeated }) }
  })
}

interface Result {
  readonly call: ToolCall | undefined
  readonly text: string
  readonly recallTool: string | undefined
  readonly isRepeated: boolean
}

function accountOf({ call, text, recallTool, isRepeated }: Result): string {
  const what = call ? describeCall(call) : 'tool'
  if (isRepeated) return `[${what}: the same result as a later call.]`
  const facts = readResult(text)
  const error = facts.error === undefined ? '' : ` ${facts.error}`
  return `[${what}: ${describeResult(facts)}.${error} Left out to save room; ${recoveryOf(text, recallTool)}.]`
}

function newestOfEach(messages: readonly Message[], limit: number): ReadonlyMap<string, ToolMessage> {
  const newest = new Map<string, ToolMessage>()
  for (const message of messages) {
    if (message.role !== 'tool') continue
    const text = textWithNotes(message.content)
    if (text.length > limit) newest.set(text, message)
  }
  return newest
}

function withCalls<Value extends Message>(message: Value, calls: readonly ToolCall[], limit: number): Value {
  const shortened = calls.map((call) => shortenArguments(call, limit))
  return shortened.every((call, index) => call === calls[index]) ? message : { ...message, tool_calls: shortened }
}

function withContent<Value extends Message>(message: Value, content: Value['content']): Value {
  return content === message.content ? message : { ...message, content }
}
