import { InterruptError } from '@hermes/core'
import { describe, expect, it } from 'vitest'
import { text } from '../../fakes/reply.js'
import { expectFailure } from './outcome.js'
import { type RenderedAnswer, render, replyWith } from './rendered-answer.js'
import { open, type TransportContract } from './subject.js'

const mebibyte = 1024 * 1024
const marker = 'HERE'

/** Tests of an endless text, as from a server in a loop. */
export function hugeAnswerTests(contract: TransportContract): void {
  const rendered = render(contract, text(marker, { pace: { pieceSize: marker.length } }))
  // An answer with a content length cannot be extended here.
  if (contract.gaps?.bounded || !isText(rendered)) return

  describe('a text without an end', () => {
    it('is aborted after about 100 MB', async () => {
      const { body, sent } = stretched(rendered, 200)
      const { ask, provider } = await open(contract, [replyWith(body, rendered)])
      await expectFailure(ask(), 'protocol')
      expect(await (await provider.request(1)).ended).toBe('left')
      expect(sent()).toBeLessThan(150)
    })

    it('can be aborted in the middle', async () => {
      const { body, reached } = stretched(rendered, 512)
      const { ask, provider } = await open(contract, [replyWith(body, rendered)])
      const abort = new AbortController()
      const reason = new InterruptError('Enough.')
      const reading = (async () => {
        for await (const event of ask({}, abort.signal)) expect(event.type).toBe('text-delta')
      })()
      const rejection = expect(reading).rejects.toBe(reason)
      await reached(8)
      abort.abort(reason)
      await rejection
      expect(await (await provider.request(1)).ended).toBe('left')
    })
  })
}

function isText({ all }: RenderedAnswer): boolean {
  return Buffer.from(all).equals(Buffer.from(Buffer.from(all).toString()))
}

/** Returns the answer with its text extended to this many mebibytes, generated while it is sent. */
function stretched({ all }: RenderedAnswer, mebibytes: number) {
  const written = Buffer.from(all).toString()
  const place = written.indexOf(marker)
  const piece = Buffer.alloc(mebibyte, 'x')
  const waiting: { readonly count: number; readonly resolve: () => void }[] = []
  let sent = 0
  function* body() {
    yield written.slice(0, place)
    while (sent < mebibytes) {
      yield piece
      sent += 1
      for (const { count, resolve } of waiting) if (sent >= count) resolve()
    }
    yield written.slice(place + marker.length)
  }
  return {
    body: body(),
    sent: () => sent,
    reached: (count: number) => new Promise<void>((resolve) => waiting.push({ count, resolve })),
  }
}
