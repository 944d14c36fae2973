import { InterruptError } from '@hermes/core'
import { describe, expect, it } from 'vitest'
import type { FakeProvider } from '../../fakes/provider/fake-provider.js'
import { call, hang, text } from '../../fakes/reply.js'
import { readLawful } from './expect-lawful.js'
import { open, type TransportContract } from './subject.js'

const reason = new InterruptError('Enough.')

/** How a call ends that is no longer wanted. */
export function cancellationTests(contract: TransportContract): void {
  describe('cancellation', () => {
    it('rejects with the reason of a signal that is aborted already', async () => {
      const { ask } = await open(contract, [text('never')])
      await expect(readLawful(ask({}, AbortSignal.abort(reason)))).rejects.toBe(reason)
      // Any value may be a reason.
      await expect(readLawful(ask({}, AbortSignal.abort('a word')))).rejects.toBe('a word')
    })

    if (!contract.gaps?.streaming) midStreamTests(contract)
    if (!contract.gaps?.server) connectionTests(contract)
    if (!contract.gaps?.server && !contract.gaps?.streaming) midStreamConnectionTests(contract)
  })
}

/** Needs a transport that shows the beginning of an answer that has no end yet. */
function midStreamTests(contract: TransportContract): void {
  it.each([
    ['text', text('some text')],
    ['a tool call', call('read_file', { path: 'a' })],
  ])('rejects with the reason when aborted in the middle of %s, and can be asked again', async (_, answer) => {
    const { ask } = await open(contract, [hang(answer), text('again')])
    const abort = new AbortController()
    const events = ask({}, abort.signal)[Symbol.asyncIterator]()
    expect((await events.next()).done).toBe(false)
    abort.abort(reason)
    await expect(readLawful({ [Symbol.asyncIterator]: () => events })).rejects.toBe(reason)
    expect((await readLawful(ask())).message.content).toBe('again')
  })

  it('can be left in the middle, and asked again', async () => {
    const { ask } = await open(contract, [hang(text('some text')), text('again')])
    for await (const event of ask()) {
      expect(event.type).toBe('text-delta')
      break
    }
    expect((await readLawful(ask())).message.content).toBe('again')
  })
}

/** The same, as the provider sees it. */
function connectionTests(contract: TransportContract): void {
  it('sends nothing before the first event is asked for', async () => {
    const { ask, provider } = await open(contract, [text('warm'), text('ok')])
    // The first call has loaded what is loaded late, so that a request would leave at once.
    await readLawful(ask())
    const stream = ask()
    await roundTrips(provider)
    expect(provider.requests).toHaveLength(1)
    await readLawful(stream)
    expect(provider.requests).toHaveLength(2)
  })

  it('sends nothing when the signal is aborted already', async () => {
    const { ask, provider } = await open(contract, [text('warm')])
    await readLawful(ask())
    await expect(readLawful(ask({}, AbortSignal.abort(reason)))).rejects.toBe(reason)
    await roundTrips(provider)
    expect(provider.requests).toHaveLength(1)
  })

  it('closes the connection when aborted before the first byte', async () => {
    const { ask, provider } = await open(contract, [hang()])
    const abort = new AbortController()
    const reading = readLawful(ask({}, abort.signal))
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
    await expect(readLawful({ [Symbol.asyncIterator]: () => events })).rejects.toBe(reason)
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

/** By the time that these have come back, whatever had been sent before them has come too. */
async function roundTrips({ baseUrl }: FakeProvider): Promise<void> {
  for (let n = 0; n < 3; n++) await (await fetch(`${baseUrl}/models`)).text()
}
