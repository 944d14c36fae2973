import type { JsonObject } from '@hermes/core'
import type { SettledAnswer } from '../deltas.js'
import type { Wire, WireStream } from './wire.js'

/** A streamed answer with the headers of its response. */
export interface StreamedAnswer extends WireStream {
  readonly headers: Readonly<Record<string, string>>
}

/** Returns whether the answer to this request is streamed. */
export function isStreamed(wire: Wire, body: JsonObject, path: string): boolean {
  return wire.stream !== undefined && (wire.wantsStream?.(body, path) ?? true)
}

export function streamedAnswer(wire: Wire, answer: SettledAnswer, body: JsonObject): StreamedAnswer {
  if (!wire.stream) throw new Error('The wire has no `stream`: declare the gap `streaming`, or add it.')
  const { streamHeaders = { 'content-type': 'text/event-stream; charset=utf-8' } } = wire
  return { ...wire.stream(answer, body), headers: streamHeaders }
}

/** Returns the body of an answer that is not streamed. */
export function wholeAnswer(wire: Wire, answer: SettledAnswer, body: JsonObject): string {
  if (wire.whole) return JSON.stringify(wire.whole(answer, body))
  throw new Error('The wire has no `whole`, and the request does not ask for a stream.')
}
