import { type Message, type ToolCall, textOf } from '@hermes/core'
import type { Steps } from '@hermes/safety'
import type { Block } from '../blocks.js'
import { describeCall } from '../prune/describe-call.js'
import { describeResult, readResult } from '../prune/read-result.js'
import { shortenArguments } from '../prune/shorten-arguments.js'
import { shortenText } from '../prune/shorten-text.js'

/** A block in the form that the summary model receives. */
export interface Passage {
  readonly parts: readonly Part[]
}

interface Part {
  /** The origin of the text: `user`, `assistant`, `result of terminal "npm test" (exit 1, 34 lines)`. */
  readonly title: string
  /** The full text. */
  readonly text: string
  readonly kind: 'said' | 'arguments' | 'result'
}

/** The maximum length of each kind of text, in characters. If a conversation does not fit, lower limits are tried. */
export interface TextLimits {
  readonly said: number
  readonly arguments: number
  readonly result: number
}

export const textLimits: readonly TextLimits[] = [
  { said: 8_000, arguments: 2_000, result: 6_000 },
  { said: 4_000, arguments: 800, result: 2_000 },
  { said: 1_500, arguments: 300, result: 600 },
  { said: 500, arguments: 120, result: 160 },
]

/**
 * Converts blocks to passages. Of equal results, only the newest is shown.
 *
 * @param blocks The blocks, with secrets already removed.
 */
export function* toPassages(blocks: readonly Block[]): Steps<readonly Passage[]> {
  const newest = new Map<string, Message>()
  for (const { messages } of blocks) {
    yield
    for (const message of messages) if (message.role === 'tool') newest.set(textOf(message.content), message)
  }
  const passages: Passage[] = []
  for (const block of blocks) {
    yield
    passages.push({ parts: partsOf(block, newest) })
  }
  return passages
}

function partsOf({ messages }: Block, newest: ReadonlyMap<string, Message>): readonly Part[] {
  const calls = new Map<string, ToolCall>()
  return messages.flatMap((message): readonly Part[] => {
    const text = textOf(message.content)
    if (message.role === 'tool') {
      const call = calls.get(message.tool_call_id)
      const what = `result of ${call ? describeCall(call) : 'a call'}`
      if (newest.get(text) !== message && text.length > 100) {
        return [{ title: what, text: '(the same as a later result)', kind: 'result' }]
      }
      return [{ title: `${what} (${describeResult(readResult(text))})`, text, kind: 'result' }]
    }
    const said: Part[] = text.trim() ? [{ title: message.role, text, kind: 'said' }] : []
    const made = message.role === 'assistant' ? (message.tool_calls ?? []) : []
    for (const call of made) calls.set(call.id, call)
    return [...said, ...made.map(toPart)]
  })
}

function toPart(call: ToolCall): Part {
  return { title: `call of ${call.function.name}`, text: call.function.arguments, kind: 'arguments' }
}

/** Renders a passage with `| ` before every line of content, so that content cannot pass for a heading. */
export function renderPassage({ parts }: Passage, limits: TextLimits): string {
  return parts.map(({ title, text, kind }) => `[${title}]\n${markLines(shorten(text, kind, limits))}`).join('\n')
}

function shorten(text: string, kind: Part['kind'], limits: TextLimits): string {
  if (kind !== 'arguments') return shortenText(text, limits[kind])
  const call = { id: '', type: 'function', function: { name: '', arguments: text } } as const
  return shortenText(shortenArguments(call, limits.arguments).function.arguments, limits.arguments * 3)
}

function markLines(text: string): string {
  return `| ${text.replaceAll('\n', '\n| ')}`
}
