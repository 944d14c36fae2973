import type { Message, ToolCall } from '@hermes/core'
import type { Block } from '../blocks.js'
import { describeCall } from '../prune/describe-call.js'
import { textWithNotes } from '../prune/drop-pictures.js'
import { describeResult, readResult } from '../prune/read-result.js'
import { redactArguments } from '../prune/redact-call.js'
import { shortenArguments } from '../prune/shorten-arguments.js'
import { shortenText } from '../prune/shorten-text.js'

/** A block in the form that the summary model receives. */
export interface Passage {
  readonly block: Block
  readonly parts: readonly Part[]
}

interface Part {
  /** `user`, `assistant`, `result of terminal "npm test" (exit 1, 34 lines)` */
  readonly title: string
  /** The full text, with secrets redacted. */
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
 * Converts blocks to passages. Secrets are redacted before texts are shortened, because a truncated key may not be recognised. Of equal
 * results only the newest is shown.
 */
export function toPassages(blocks: readonly Block[], redact: (text: string) => string): readonly Passage[] {
  const newest = new Map<string, Message>()
  for (const { messages } of blocks) {
    for (const message of messages) if (message.role === 'tool') newest.set(textWithNotes(message.content), message)
  }
  return blocks.map((block) => ({ block, parts: partsOf(block, newest, redact) }))
}

function partsOf(
  { messages }: Block,
  newest: ReadonlyMap<string, Message>,
  redact: (text: string) => string,
): readonly Part[] {
  const calls = new Map<string, ToolCall>()
  return messages.flatMap((message): readonly Part[] => {
    const text = textWithNotes(message.content)
    if (message.role === 'tool') {
      const call = calls.get(message.tool_call_id)
      const what = `result of ${call ? describeCall(call) : 'a call'}`
      if (newest.get(text) !== message && text.length > 100) {
        return [{ title: what, text: '(the same as a later result)', kind: 'result' }]
      }
      const plain = redact(text)
      return [{ title: `${what} (${describeResult(readResult(plain))})`, text: plain, kind: 'result' }]
    }
    const said: Part[] = text.trim() ? [{ title: message.role, text: redact(text), kind: 'said' }] : []
    const made = (message.role === 'assistant' ? (message.tool_calls ?? []) : []).map((call) => {
      const safe = withoutSecrets(call, redact)
      calls.set(call.id, safe)
      return safe
    })
    return [...said, ...made.map(toPart)]
  })
}

function withoutSecrets(call: ToolCall, redact: (text: string) => string): ToolCall {
  return { ...call, function: { ...call.function, arguments: redactArguments(call.function.arguments, redact) } }
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
