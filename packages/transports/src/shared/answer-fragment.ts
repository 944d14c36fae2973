import type { AssistantMessage, JsonObject, ToolCall } from '@hermes/core'
import { isRecord } from '@hermes/safety'
import type { Fragment, FragmentBlock } from './fragment.js'
import { toWireJson, tryParseJson, type WireRecord } from './json.js'
import { type PlacedBlock, plainOrder, replayOrder } from './replay-order.js'
import { toLegalName } from './used-tools.js'

export interface AnswerConversion {
  /** What the same server and model wrote with this answer, if anything. */
  readonly state: JsonObject | undefined
  readonly keepsThoughts: boolean
  /** Ids for the calls, in their order. */
  readonly callIds: readonly string[]
}

/** How one wire writes the blocks of an answer. */
export interface AnswerWords {
  text(text: string): object
  /** JSON text. `id` and `name` are legal, `input` is the JSON text of an object. */
  call(id: string, name: string, input: string): string
  isThought(block: WireRecord): boolean
}

/** An answer of the model as the provider takes it back. It may be left with no blocks: then it said nothing. */
export function toAnswerFragment(
  message: AssistantMessage,
  conversion: AnswerConversion,
  words: AnswerWords,
): Fragment {
  const order = conversion.state && conversion.keepsThoughts ? replayOrder(message, conversion.state) : undefined
  const calls = message.tool_calls ?? []
  const blocks = (order ?? plainOrder(message)).flatMap((placed) => toBlock(placed, calls, conversion.callIds, words))
  return { role: 'assistant', blocks: withoutTrailingThoughts(blocks) }
}

function toBlock(
  placed: PlacedBlock,
  calls: readonly ToolCall[],
  ids: readonly string[],
  words: AnswerWords,
): readonly FragmentBlock[] {
  switch (placed.kind) {
    case 'text':
      return placed.text.trim() === '' ? [] : [{ kind: 'content', json: toWireJson(words.text(placed.text)) }]
    case 'kept':
      return [{ kind: words.isThought(placed.block) ? 'thought' : 'content', json: toWireJson(placed.block) }]
    default: {
      const call = calls[placed.position]
      return call ? [{ kind: 'content', json: callJson(call, ids[placed.position] ?? call.id, words) }] : []
    }
  }
}

/** The arguments keep the model's own bytes: parsing and writing them again would change long numbers. */
function callJson({ function: { name, arguments: text } }: ToolCall, id: string, words: AnswerWords): string {
  return words.call(id, toLegalName(name), inputJson(text))
}

/** Text that is not a JSON object cannot be sent: the call's result has already told the model. */
function inputJson(text: string): string {
  const input = tryParseJson(text)
  if (!isRecord(input)) return '{}'
  const hasHalfPair = /\\u[dD][89a-fA-F]/.test(text)
  return hasHalfPair ? toWireJson(input) : text.toWellFormed()
}

/** Providers refuse an answer that ends with a thought, as one that was cut off does. */
function withoutTrailingThoughts(blocks: readonly FragmentBlock[]): readonly FragmentBlock[] {
  return blocks.slice(0, blocks.findLastIndex((block) => block.kind !== 'thought') + 1)
}
