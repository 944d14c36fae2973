import type { JsonObject, JsonValue } from '@hermes/core'
import { asList, asObject } from './json.js'

/** The calls and results of one message or item. */
interface Entry {
  /** The ids of its calls. */
  readonly calls: readonly JsonValue[]
  /** The ids of the calls that its results answer. */
  readonly results: readonly JsonValue[]
}

/** Returns the number of answers with tool calls that have all results, in a request of any of the four wires. */
export function finishedTurns(body: JsonObject): number {
  const entries = body.input === undefined ? asList(body.messages).map(entryOf) : entriesOfItems(asList(body.input))
  const answered = new Set(entries.flatMap(({ results }) => results))
  return entries.filter(({ calls }) => calls.length > 0 && calls.every((id) => answered.has(id))).length
}

/** Returns the entry of a message for chat completions, Anthropic (`tool_use`) and Bedrock (`toolUse`). */
function entryOf(value: JsonValue): Entry {
  const message = asObject(value)
  const blocks = asList(message.content).map(asObject)
  return {
    calls: known([
      ...asList(message.tool_calls).map((call) => asObject(call).id),
      ...blocks.map((block) => (block.type === 'tool_use' ? block.id : asObject(block.toolUse).toolUseId)),
    ]),
    results: known([
      message.tool_call_id,
      ...blocks.map((block) => block.tool_use_id ?? asObject(block.toolResult).toolUseId),
    ]),
  }
}

/** Returns the entries of items. The Responses API has one item per call: consecutive ones belong to one answer. */
function entriesOfItems(items: readonly JsonValue[]): readonly Entry[] {
  const entries: Entry[] = []
  let previous: JsonValue | undefined
  for (const item of items.map(asObject)) {
    const calls = item.type === 'function_call' ? known([item.call_id]) : []
    const results = item.type === 'function_call_output' ? known([item.call_id]) : []
    const last = entries.at(-1)
    if (last && calls.length > 0 && previous === 'function_call') {
      entries[entries.length - 1] = { calls: [...last.calls, ...calls], results: [] }
    } else entries.push({ calls, results })
    previous = item.type
  }
  return entries
}

function known(ids: readonly (JsonValue | undefined)[]): readonly JsonValue[] {
  return ids.filter((id) => id !== undefined)
}
