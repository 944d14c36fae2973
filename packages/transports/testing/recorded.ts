import type { TransportEvent } from '@hermes/core'
import { type AnswerReader, createBodyParser } from '../src/shared/stream/answer-body.js'

const eventStream = { 'content-type': 'text/event-stream' }

/** A `fetch` whose server sends these bytes, in these pieces, whatever it is asked. */
export function respondWith(
  pieces: readonly Uint8Array[],
  headers: Readonly<Record<string, string>> = eventStream,
): typeof globalThis.fetch {
  return async () => new Response(ReadableStream.from(pieces), { headers })
}

export function bytes(content: string): Uint8Array {
  return new TextEncoder().encode(content)
}

/** Ways to cut a body into pieces of one length. Together they cut it at every place. */
export function* cutEverywhere(all: Uint8Array, length = 61): Generator<readonly Uint8Array[]> {
  for (let first = 0; first < length; first++) {
    const pieces = [all.subarray(0, first)]
    for (let at = first; at < all.length; at += length) pieces.push(all.subarray(at, at + length))
    yield pieces
  }
}

/** After how many bytes of a stream a reader takes its answer for complete. */
export function lengthUntilComplete(all: Uint8Array, answer: AnswerReader): number {
  const parser = createBodyParser(new Response(null, { headers: eventStream }), true, answer)
  for (let at = 0; at < all.length; at++) {
    parser.push(all.subarray(at, at + 1))
    if (answer.isComplete()) return at + 1
  }
  return Number.POSITIVE_INFINITY
}

/** Everything of a stream that must end with a finish. */
export async function readAnswer(stream: AsyncIterable<TransportEvent>) {
  const events: TransportEvent[] = []
  for await (const event of stream) events.push(event)
  const finish = events.at(-1)
  if (finish?.type !== 'finish') throw new Error('no finish')
  return { ...finish, events }
}
