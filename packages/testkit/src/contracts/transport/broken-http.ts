import { gzipSync } from 'node:zlib'
import { TransportError, type TransportErrorKind } from '@hermes/core'
import { describe, expect, it } from 'vitest'
import { createChatWire } from '../../fakes/provider/chat/chat-wire.js'
import { httpReply, rawReply } from '../../fakes/provider/wire.js'
import { text } from '../../fakes/reply.js'
import { expectFailure, outcomeOf } from './outcome.js'
import { readValid } from './read-valid.js'
import { render } from './rendered-answer.js'
import { open, type TransportContract } from './subject.js'

const broken: readonly TransportErrorKind[] = ['network', 'protocol']

/** Tests of servers that violate HTTP, or use it in unexpected ways. */
export function brokenHttpTests(contract: TransportContract): void {
  const rendered = render(contract, text('some words'))
  const type = `content-type: ${rendered.headers['content-type']}\r\n`
  const chunked = `HTTP/1.1 200 OK\r\n${type}transfer-encoding: chunked\r\n\r\n`

  describe('a server', () => {
    it.each<[string, string]>([
      ['closes the connection after the headers', chunked],
      ['closes it in the middle of the headers', `HTTP/1.1 200 OK\r\n${type.slice(0, -4)}`],
      ['announces a length that it does not send', `HTTP/1.1 200 OK\r\n${type}content-length: 5000\r\n\r\ndata: {`],
      ['breaks its chunks', `${chunked}5\r\ndata: \r\nnonsense\r\n`],
      ['does not end its last chunk', `${chunked}ffffff\r\ndata: {`],
      ['does not speak HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
      ['closes without a response', ''],
    ])('that %s is a transient failure', async (_, said) => {
      const { ask } = await open(contract, [rawReply(said), text('fine')])
      await expectFailure(ask(), ...broken)
      expect((await readValid(ask())).message.content).toBe('fine')
    })

    it.each<[string, Uint8Array]>([
      ['that is none', Buffer.from('this was never compressed')],
      ['that breaks off', gzipSync(rendered.all).subarray(0, 40)],
    ])('that announces compression %s is a failure', async (_, body) => {
      const { ask } = await open(contract, [httpReply(200, body, { ...rendered.headers, 'content-encoding': 'gzip' })])
      await expectFailure(ask(), ...broken)
    })

    it('may send headers of any size', async () => {
      const { ask } = await open(contract, [
        httpReply(200, rendered.all, { ...rendered.headers, 'x-padding': 'x'.repeat(200_000) }),
        text('fine'),
      ])
      const { error, finish } = await outcomeOf(ask())
      if (error) expect(broken).toContain(error.kind)
      else expect(finish?.message.content).toBe('some words')
      expect((await readValid(ask())).message.content).toBe('fine')
    })

    it.each<[string, (retryAfterMs: number | undefined) => boolean]>([
      ['99999', (ms) => ms !== undefined && ms >= 3_600_000 && ms <= 99_999_000],
      ['9'.repeat(400), (ms) => ms === undefined || (ms >= 3_600_000 && Number.isFinite(ms))],
      ['0', (ms) => ms === undefined || ms === 0],
      ['-5', (ms) => ms === undefined || ms === 0],
      ['soon', (ms) => ms === undefined],
      ['NaN', (ms) => ms === undefined],
      ['Wed, 21 Oct 2015 07:28:00 GMT', (ms) => ms === undefined || ms === 0],
      ['Fri, 31 Dec 9999 23:59:59 GMT', (ms) => ms !== undefined && ms >= 3_600_000 && Number.isFinite(ms)],
    ])('that asks to wait for %s gives a valid delay or none', async (asked, isRight) => {
      const { wire = createChatWire() } = contract
      const refusal = wire.refuse(new TransportError('rate-limit', 'Slow down.'))
      if (refusal === 'drop') throw new Error('The wire has no refusal for a rate limit.')
      const { ask } = await open(contract, [{ ...refusal, headers: { ...refusal.headers, 'retry-after': asked } }])
      const { retryAfterMs } = await expectFailure(ask(), 'rate-limit')
      expect(retryAfterMs).toSatisfy(isRight)
    })
  })
}
