import { InterruptError } from '@hermes/core'
import { describe, expect, it } from 'vitest'
import type { FakeProvider } from '../../fakes/provider/fake-provider.js'
import { call, hang, text } from '../../fakes/reply.js'
import { readValid } from './read-valid.js'
import { open, type TransportContract } from './subject.js'

const reason = new InterruptError('Enough.')

/** Tests of how a cancelled call ends. */
export function cancellationTests(contract: TransportContract): void {
  describe('cancellation', () => {
    it('rejects with the reason of an already aborted signal', async () => {
      const { ask } = await open(contract, [text('never')])
      await expect(readValid(ask({}, AbortSignal.abort(reason)))).rejects.toBe(reason)
      // Any value may be a reason.
      await expect(readValid(ask({}, AbortSignal.abort('a word')))).rejects.toBe('a word')
    })

    if (!contract.gaps?.streaming) midStreamTests(contract)
    if (!contract.gaps?.server) connectionTests(contract)
    if (!contract.gaps?.server && !contract.gaps?.streaming) midStreamConnectionTests(contract)
  })
}

/** Tests for transports that stream the beginning of an answer without an end. */
function midStreamTests(contract: TransportContract): void {
  it.each([
    ['text', text('some text')],
    ['a tool call', call('read_file', { path: 'a' })],
  ])('rejects with the reason when aborted in the middle of %s, and can be used again', async (_, answer) => {
    const { ask } = await open(contract, [hang(answer), text('again')])
    const abort = new AbortController()
    const events = ask({}, abort.signal)[Symbol.asyncIterator]()
    expect((await events.next()).done).toBe(false)
    abort.abort(reason)
    await expect(readValid({ [Symbol.asyncIterator]: () => events })).rejects.toBe(reason)
    expect((await readValid(ask())).message.content).toBe('again')
  })

  it('can be left in the middle and used again', async () => {
    const { ask } = await open(contract, [hang(text('some text')), text('again')])
    for await (const event of ask()) {
      expect(event.type).toBe('text-delta')
      break
    }
    expect((await readValid(ask())).message.content).toBe('again')
  })
}

/** Tests of the same from the provider's point of view. */
function connectionTests(contract: TransportContract): void {
  it('sends nothing before the first event is requested', async () => {
    const { ask, provider } = await open(contract, [text('warm'), text('ok')])
    // The first call has loaded lazy imports, so a request would be sent immediately.
    await readValid(ask())
    const stream = ask()
    await roundTrips(provider)
    expect(provider.requests).toHaveLength(1)
    await readValid(stream)
    expect(provider.requests).toHaveLength(2)
  })

  it('sends nothing when the signal is already aborted', async () => {
    const { ask, provider } = await open(contract, [text('warm')])
    await readValid(ask())
    await expect(readValid(ask({}, AbortSignal.abort(reason)))).rejects.toBe(reason)
    await roundTrips(provider)
    expect(provider.requests).toHaveLength(1)
  })

  it('closes the connection when aborted before the first byte', async () => {
    const { ask, provider } = await open(contract, [hang()])
    const abort = new AbortController()
    const reading = readValid(ask({}, abort.signal))
    const rejection = expect(reading).rejects.toBe(reason)
    const request = await provider.request(1)
    abort.abort(reason)
    await rejection
    expect(await request.ended).toBe('left')
  })
}

function midStreamConnectionTests(contract: TransportContract): void {
  it('closes the connection when aborted in the middle', async () => {
    const { ask, provider } = await open(contract, [hang(text('some text'))])
    const abort = new AbortController()
    const events = ask({}, abort.signal)[Symbol.asyncIterator]()
    await events.next()
    abort.abort(reason)
    await expect(readValid({ [Symbol.asyncIterator]: () => events })).rejects.toBe(reason)
    expect(await (await provider.request(1)).ended).toBe('left')
  })

  it('closes the connection when the loop is left', async () => {
    const { ask, provider } = await open(contract, [hang(text('some text'))])
    for await (const event of ask()) {
      expect(event.type).toBe('text-delta')
      break
    }
    expect(await (await provider.request(1)).ended).toBe('left')
  })
}

/** Waits for round trips, after which everything that was sent earlier has arrived. */
async function roundTrips({ baseUrl }: FakeProvider): Promise<void> {
  for (let n = 0; n < 3; n++) await (await fetch(`${baseUrl}/models`)).text()
}
