import type { AssistantMessage, Message, ToolMessage } from '../contracts/model/message.js'

/**
 * Orders results as their calls, as requests show them; they are stored as their calls end. Returns the same array if it is
 * already sorted.
 */
export function orderResults(messages: readonly Message[]): readonly Message[] {
  const ordered: Message[] = []
  for (let index = 0; index < messages.length; ) {
    const message = messages[index++]
    if (message) ordered.push(message)
    if (message?.role !== 'assistant' || !message.tool_calls) continue
    const results = resultsFrom(messages, index)
    ordered.push(...inOrderOf(message, results))
    index += results.length
  }
  return ordered.every((message, index) => message === messages[index]) ? messages : ordered
}

function resultsFrom(messages: readonly Message[], start: number): readonly ToolMessage[] {
  const results: ToolMessage[] = []
  for (let next = messages[start]; next?.role === 'tool'; next = messages[start + results.length]) results.push(next)
  return results
}

function inOrderOf({ tool_calls: calls = [] }: AssistantMessage, results: readonly ToolMessage[]) {
  const places = new Map(calls.map(({ id }, place) => [id, place]))
  const placeOf = (result: ToolMessage) => places.get(result.tool_call_id) ?? calls.length
  return results.toSorted((left, right) => placeOf(left) - placeOf(right))
}
