import type { AssistantMessage, JsonObject, ToolCall } from '@hermes/core'
import { isRecord } from '@hermes/safety'
import { toWireJson, tryParseJson, type WireRecord } from '../json.js'
import type { Fragment, FragmentBlock } from './fragment.js'
import { type PlacedBlock, plainOrder, replayOrder } from './replay-order.js'
import { toLegalName } from './used-tools.js'

export interface AnswerConversion {
  /** Replay state that the same server and model stored with this answer, if any. */
  readonly state: JsonObject | undefined
  readonly keepsThoughts: boolean
  /** Wire ids of the calls, in order. */
  readonly callIds: readonly string[]
}

/** Serializes the blocks of an answer for one wire. */
export interface AnswerSerializer {
  text(text: string): object
  /** Returns the JSON of a call. `id` and `name` are valid for the provider; `input` is a serialized object. */
  call(id: string, name: string, input: string): string
  isThought(block: WireRecord): boolean
}

/** Converts an assistant message to the wire format. The result has no blocks when the message is empty. */
export function toAnswerFragment(
  message: AssistantMessage,
  conversion: AnswerConversion,
  serializer: AnswerSerializer,
): Fragment {
  const order = conversion.state && conversion.keepsThoughts ? replayOrder(message, conversion.state) : undefined
  const calls = message.tool_calls ?? []
  const blocks = (order ?? plainOrder(message)).flatMap((placed) =>
    toBlock(placed, calls, conversion.callIds, serializer),
  )
  return { role: 'assistant', blocks: withoutTrailingThoughts(blocks) }
}

function toBlock(
  placed: PlacedBlock,
  calls: readonly ToolCall[],
  ids: readonly string[],
  serializer: AnswerSerializer,
): readonly FragmentBlock[] {
  switch (placed.kind) {
    case 'text':
      return placed.text.trim() === '' ? [] : [{ kind: 'content', json: toWireJson(serializer.text(placed.text)) }]
    case 'kept':
      return [{ kind: serializer.isThought(placed.block) ? 'thought' : 'content', json: toWireJson(placed.block) }]
    default: {
      const call = calls[placed.position]
      return call ? [{ kind: 'content', json: callJson(call, ids[placed.position] ?? call.id, serializer) }] : []
    }
  }
}

/** Serializes a call. The arguments are passed on verbatim, because parsing and serializing them would change long numbers. */
function callJson({ function: { name, arguments: text } }: ToolCall, id: string, serializer: AnswerSerializer): string {
  return serializer.call(id, toLegalName(name), inputJson(text))
}

/**
 * Returns the arguments, or `{}` if they are not a JSON object, which cannot be sent. The tool result already reports
 * the error to the model.
 */
function inputJson(text: string): string {
  const input = tryParseJson(text)
  if (!isRecord(input)) return '{}'
  const hasHalfPair = /\\u[dD][89a-fA-F]/.test(text)
  return hasHalfPair ? toWireJson(input) : text.toWellFormed()
}

/** Removes thoughts from the end of an answer, such as a truncated one, because providers reject them there. */
function withoutTrailingThoughts(blocks: readonly FragmentBlock[]): readonly FragmentBlock[] {
  return blocks.slice(0, blocks.findLastIndex((block) => block.kind !== 'thought') + 1)
}
