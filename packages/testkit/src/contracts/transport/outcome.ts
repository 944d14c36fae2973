import { TransportError, type TransportErrorKind, type TransportEvent } from '@hermes/core'
import { expect } from 'vitest'
import { type Finish, readFinished } from './read-valid.js'

/** How a call ended: with a valid answer or a `TransportError`. */
export interface CallOutcome {
  readonly events: readonly TransportEvent[]
  readonly finish?: Finish
  readonly error?: TransportError
}

/** Reads a stream to its end. Any error other than a `TransportError` fails the test. */
export async function outcomeOf(stream: AsyncIterable<TransportEvent>): Promise<CallOutcome> {
  const seen: TransportEvent[] = []
  async function* watched() {
    for await (const event of stream) {
      seen.push(event)
      yield event
    }
  }
  try {
    const { events, ...finish } = await readFinished(watched())
    return { events, finish }
  } catch (error) {
    if (!TransportError.is(error)) throw error
    expect(error.message).toMatch(/^[^\n]+\.$/)
    expect(seen.map((event) => event.type)).not.toContain('finish')
    return { events: seen, error }
  }
}

/** Expects a failure of one of these kinds. */
export async function expectFailure(
  stream: AsyncIterable<TransportEvent>,
  ...kinds: readonly TransportErrorKind[]
): Promise<TransportError> {
  const { error, finish } = await outcomeOf(stream)
  if (!error) throw new Error(`The call ended with an answer: ${JSON.stringify(finish?.message)}`)
  expect(kinds).toContain(error.kind)
  return error
}
