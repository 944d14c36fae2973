import { TransportError, type TransportErrorKind, type TransportEvent } from '@hermes/core'
import { describe, expect, it } from 'vitest'
import { call, cut, fail, reasoning, text } from '../../fakes/reply.js'
import { readValid } from './read-valid.js'
import { open, type TransportContract } from './subject.js'

const refusals: readonly TransportError[] = [
  new TransportError('auth', 'Incorrect API key provided.', { status: 401 }),
  new TransportError('model-not-found', 'The model `fake-model` does not exist.', { status: 404 }),
  new TransportError('billing', 'The account has no credit left.', { status: 402 }),
  new TransportError('rate-limit', 'Rate limit reached.', { status: 429, retryAfterMs: 2000 }),
  new TransportError('overloaded', 'The server had an error.', { status: 500 }),
  new TransportError('overloaded', 'Bad gateway.', { status: 502 }),
  new TransportError('overloaded', 'The server is overloaded.', { status: 503 }),
  new TransportError('context-overflow', "This model's maximum context length is 8192 tokens.", { status: 400 }),
  new TransportError('content-filter', 'The prompt was filtered by the content policy.', { status: 400 }),
  new TransportError('invalid-request', 'Unsupported value for a parameter.', { status: 400 }),
]

/** Tests of how a call fails. */
export function failureTests(contract: TransportContract): void {
  describe('failures', () => {
    it.each(refusals.map((error) => [error.kind, error.status, error] as const))(
      'reports %s for status %i',
      async (kind, status, refusal) => {
        const { ask } = await open(contract, [fail(refusal)])
        const { error, events } = await failureOf(ask())
        expect(error).toMatchObject({ kind, status })
        expect(error.retryAfterMs).toBe(refusal.retryAfterMs)
        expect(events).toEqual([])
      },
    )

    it.each<['network' | 'protocol', string]>([
      ['network', 'the connection breaks before an answer'],
      ['protocol', 'the answer is a web page'],
    ])('reports %s when %s', async (kind) => {
      const { ask } = await open(contract, [fail(new TransportError(kind, 'No answer.'))])
      expect((await failureOf(ask())).error.kind).toBe(kind)
    })

    for (const how of ['drop', 'end'] as const) {
      it(`never finishes a truncated answer, wherever it is cut (${how})`, async () => {
        const answer = reasoning('hm', call('read_file', { path: 'a' }, { text: 'look', pace: { pieceSize: 3 } }))
        const cuts = Array.from({ length: 9 }, (_, after) => cut(answer, { after, how }))
        const { ask } = await open(contract, cuts)
        for (const _ of cuts) expectCut(await failureOf(ask()))
      })
    }

    it('does not accept a complete JSON object as a complete answer', async () => {
      const { ask } = await open(contract, [cut(call('read_file', { path: 'a' }), { how: 'end' })])
      expectCut(await failureOf(ask()))
    })

    it('keeps no state of a failed call', async () => {
      const { ask } = await open(contract, [cut(call('read_file', { path: 'a' })), text('fine')])
      await failureOf(ask())
      expect((await readValid(ask())).message).toEqual({ role: 'assistant', content: 'fine' })
    })

    if (!contract.gaps?.server) serverTests(contract)
  })
}

function serverTests(contract: TransportContract): void {
  it('reports network when the connection is refused', async () => {
    const { ask, provider } = await open(contract, [text('never')])
    await provider.close()
    expect((await failureOf(ask())).error.kind).toBe('network')
  })

  it('makes one request and does not retry', async () => {
    const { ask, provider } = await open(contract, [fail(new TransportError('overloaded', 'Busy.')), text('second')])
    await failureOf(ask())
    expect(provider.requests).toHaveLength(1)
  })
}

function expectCut({ error, events }: { error: TransportError; events: readonly TransportEvent[] }): void {
  expect(['network', 'protocol'] satisfies TransportErrorKind[]).toContain(error.kind)
  expect(events.map((event) => event.type)).not.toContain('finish')
}

/** Reads a stream that must throw a `TransportError`. */
async function failureOf(stream: AsyncIterable<TransportEvent>) {
  const events: TransportEvent[] = []
  try {
    for await (const event of stream) events.push(event)
  } catch (error) {
    if (TransportError.is(error)) return { error, events }
    throw error
  }
  throw new Error(
    `The stream ended without an error after ${events.map((event) => event.type).join(', ') || 'nothing'}.`,
  )
}
