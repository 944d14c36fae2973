import type { TransportEvent } from '@hermes/core'

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

/** Everything of a stream that must end with a finish. */
export async function readAnswer(stream: AsyncIterable<TransportEvent>) {
  const events: TransportEvent[] = []
  for await (const event of stream) events.push(event)
  const finish = events.at(-1)
  if (finish?.type !== 'finish') throw new Error('no finish')
  return { ...finish, events }
}
