import { TransportError, type TransportErrorKind } from '@hermes/core'
import { describe, expect, it } from 'vitest'
import { createChatWire } from '../../fakes/provider/chat/chat-wire.js'
import { htmlPage, httpReply } from '../../fakes/provider/wire.js'
import { call, cut, reasoning, text } from '../../fakes/reply.js'
import { expectFailure, outcomeOf } from './outcome.js'
import { readValid } from './read-valid.js'
import { render, replyWith } from './rendered-answer.js'
import { open, type TransportContract } from './subject.js'

const broken: readonly TransportErrorKind[] = ['network', 'protocol']

const thoughtful = reasoning('Hm.', call('read_file', { path: 'é.txt' }, { text: 'Grüße 👋', pace: { pieceSize: 4 } }))

/** Tests of answers that violate the protocol. */
export function brokenAnswerTests(contract: TransportContract): void {
  const rendered = render(contract, thoughtful)

  describe('an answer', () => {
    it('may arrive one byte at a time', async () => {
      const { ask } = await open(contract, [{ ...thoughtful, pace: { pieceSize: 4, writeSize: 1 } }])
      const { message } = await readValid(ask())
      expect(message).toMatchObject({ content: 'Grüße 👋', tool_calls: [{ function: { name: 'read_file' } }] })
    })

    it('is rejected without its end, wherever it is cut', async () => {
      const places = everyFew(rendered.begin.length, 60)
      const { ask } = await open(
        contract,
        places.map((at) => replyWith(rendered.begin.subarray(0, at), rendered)),
      )
      for (const _ of places) await expectFailure(ask(), ...broken)
    })

    it('ends validly or as a failure, whichever byte is damaged', async () => {
      const places = everyFew(rendered.all.length, 60)
      const { ask } = await open(
        contract,
        places.map((at) => replyWith(withByte(rendered.all, at, 0xff), rendered)),
      )
      for (const _ of places) await outcomeOf(ask())
    })

    it.each<[string, string]>([
      ['an event that is not JSON', 'data: {"type":"x","choices":[\n\n'],
      ['an event that is not an object', 'data: [1,2]\n\n'],
      ['a page', '<!doctype html><html><body>Bad gateway</body></html>\n\n'],
      ['zeros', '\0'.repeat(1_000)],
    ])('ends validly or as a failure with %s in the middle', async (_, garbage) => {
      const { ask } = await open(contract, [
        replyWith(Buffer.concat([rendered.begin, Buffer.from(garbage), rendered.end]), rendered),
      ])
      const { finish, error } = await outcomeOf(ask())
      if (error) expect(broken).toContain(error.kind)
      else expect(finish?.message.content).toBe('Grüße 👋')
    })

    it('is not delivered twice', async () => {
      const twice = Buffer.concat([rendered.all, rendered.all])
      const { ask } = await open(contract, [replyWith(twice, rendered)])
      const { finish, error } = await outcomeOf(ask())
      if (error) expect(broken).toContain(error.kind)
      else expect(finish?.message).toMatchObject({ content: 'Grüße 👋', tool_calls: [{}] })
    })

    it.each(['application/octet-stream', 'text/plain; charset=utf-8', undefined])(
      'is read despite the content type %s',
      async (type) => {
        const headers = type === undefined ? {} : { 'content-type': type }
        const { ask } = await open(contract, [httpReply(200, rendered.all, headers)])
        expect((await readValid(ask())).message.content).toBe('Grüße 👋')
      },
    )

    it.each<[string, string]>([
      ['nothing', ''],
      ['white space', ' \n\n \n'],
      ['null', 'null'],
      ['a text', '"ok"'],
      ['an empty object', '{}'],
    ])('that is %s is rejected', async (_, body) => {
      const { ask } = await open(contract, [httpReply(204), httpReply(200), replyWith(body, rendered)])
      for (let n = 0; n < 3; n++) await expectFailure(ask(), ...broken)
    })

    it('that is a web page is rejected with any content type', async () => {
      const { ask } = await open(contract, [htmlPage(), replyWith(htmlPage().body, rendered)])
      await expectFailure(ask(), 'protocol')
      await expectFailure(ask(), ...broken)
    })

    it.each<TransportErrorKind>(['overloaded', 'rate-limit', 'context-overflow'])(
      'that is an error object is a failure even with status 200: %s',
      async (kind) => {
        const { wire = createChatWire() } = contract
        const refusal = wire.refuse(new TransportError(kind, 'The provider gives up.'))
        if (refusal === 'drop') throw new Error(`The wire has no refusal for ${kind}.`)
        const { ask } = await open(contract, [{ ...refusal, status: 200 }])
        expect((await expectFailure(ask(), kind)).message).toContain('The provider gives up.')
      },
    )

    if (contract.gaps?.streaming || !(contract.wire ?? createChatWire()).interrupt) return
    it.each<TransportErrorKind>(['overloaded', 'rate-limit', 'context-overflow'])(
      'that ends in an error event fails with that error: %s',
      async (kind) => {
        const error = new TransportError(kind, 'The provider gives up.')
        const { ask } = await open(contract, [cut(text('half an answer'), { after: 2, how: error })])
        expect((await expectFailure(ask(), kind)).message).toContain('The provider gives up.')
      },
    )
  })
}

/** Returns distinct positions spread over a length, including its ends. */
function everyFew(length: number, count: number): readonly number[] {
  const step = Math.max(1, Math.floor(length / count))
  return [...new Set([...Array.from({ length: count }, (_, n) => n * step), length - 2, length - 1])].filter(
    (place) => place >= 0 && place < length,
  )
}

function withByte(bytes: Uint8Array, place: number, byte: number): Uint8Array {
  const copy = Buffer.from(bytes)
  copy[place] = byte
  return copy
}
