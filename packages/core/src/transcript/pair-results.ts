import type { AssistantMessage, Message, ToolCall, ToolMessage } from '../contracts/model/message.js'

/** The text that replaces a missing result. */
export const missingResult = '[No result: the call was interrupted, and whether it took effect is not known.]'

/**
 * Moves tool results directly after the message with their call, adds missing ones and drops those without a call.
 */
export function pairResults(messages: readonly Message[]): readonly Message[] {
  const results = new ResultIndex(messages)
  const paired: Message[] = []
  messages.forEach((message, index) => {
    if (message.role === 'tool') return
    if (message.role !== 'assistant' || !message.tool_calls) {
      paired.push(message)
      return
    }
    const { original, unique } = withUniqueIds(message)
    paired.push(unique, ...resultsOf(unique.tool_calls ?? [], original, index, results))
  })
  return paired
}

function resultsOf(
  calls: readonly ToolCall[],
  originalIds: readonly string[],
  index: number,
  results: ResultIndex,
): readonly ToolMessage[] {
  const found = calls.map((call, position) => ({
    call,
    place: results.take(originalIds[position] ?? call.id, index),
  }))
  // Existing results keep their order, as a valid history may have any; stubs come last.
  const present = found.filter(({ place }) => place !== undefined).sort((a, b) => (a.place ?? 0) - (b.place ?? 0))
  const missing = found.filter(({ place }) => place === undefined)
  return [
    ...present.map(({ call, place }) => results.at(place ?? 0, call.id)),
    ...missing.map(({ call }) => toMissingResult(call)),
  ]
}

/** Returns the calls of the newest answer that have no result, as left by a crash while its tools ran. */
export function openCalls(messages: readonly Message[]): readonly ToolCall[] {
  const newest = messages.findLastIndex((message) => message.role === 'assistant')
  const answer = messages[newest]
  if (answer?.role !== 'assistant' || !answer.tool_calls) return []
  const later = messages.slice(newest + 1)
  if (later.some((message) => message.role === 'user')) return []
  const answered = new Set(later.map((message) => (message.role === 'tool' ? message.tool_call_id : '')))
  return answer.tool_calls.filter((call) => !answered.has(call.id))
}

export function toMissingResult(call: ToolCall): ToolMessage {
  return { role: 'tool', tool_call_id: call.id, name: call.function.name, content: missingResult }
}

/**
 * Makes the ids of calls unique. Providers reject a message whose calls share an id. Their results are then matched by
 * order.
 */
function withUniqueIds(message: AssistantMessage): { unique: AssistantMessage; original: readonly string[] } {
  const calls = message.tool_calls ?? []
  const original = calls.map((call) => call.id)
  const seen = new Set<string>()
  const unique = calls.map((call, position) => {
    const id = firstFree(call.id || `call_${position + 1}`, seen)
    seen.add(id)
    return id === call.id ? call : { ...call, id }
  })
  const untouched = unique.every((call, position) => call === calls[position])
  return { original, unique: untouched ? message : { ...message, tool_calls: unique } }
}

function firstFree(id: string, taken: ReadonlySet<string>): string {
  if (!taken.has(id)) return id
  for (let suffix = 2; ; suffix++) {
    if (!taken.has(`${id}_${suffix}`)) return `${id}_${suffix}`
  }
}

/** Indexes the positions of the results by call id, and limits how far a call may search for its own. */
class ResultIndex {
  readonly #messages: readonly Message[]
  readonly #results = new Map<string, number[]>()
  readonly #calls = new Map<string, number[]>()

  constructor(messages: readonly Message[]) {
    this.#messages = messages
    messages.forEach((message, index) => {
      if (message.role === 'tool') append(this.#results, message.tool_call_id, index)
      if (message.role !== 'assistant') return
      for (const id of new Set(message.tool_calls?.map((call) => call.id))) append(this.#calls, id, index)
    })
  }

  /**
   * Returns the first unused result of a call made at `from`: after it, and before another message makes a call with that
   * id.
   */
  take(id: string, from: number): number | undefined {
    const next = this.#calls.get(id)?.find((index) => index > from) ?? Number.POSITIVE_INFINITY
    const places = this.#results.get(id) ?? []
    const found = places.findIndex((place) => place > from && place < next)
    return found === -1 ? undefined : places.splice(found, 1)[0]
  }

  at(place: number, id: string): ToolMessage {
    const message = this.#messages[place]
    if (message?.role !== 'tool') throw new TypeError(`There is no tool result at ${place}.`)
    return message.tool_call_id === id ? message : { ...message, tool_call_id: id }
  }
}

function append(map: Map<string, number[]>, key: string, index: number): void {
  const list = map.get(key)
  if (list) list.push(index)
  else map.set(key, [index])
}
