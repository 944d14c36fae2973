import { cut, hang, reasoning, scripted, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { InterruptError } from '../contracts/errors/errors.js'
import type { StreamOptions, Transport } from '../contracts/model/transport.js'
import { askOnce } from './ask-once.js'

const question = { system: 'Sum up.', messages: [{ role: 'user', content: 'A long story.' }] } as const
const model = { id: 'small', maxOutputTokens: 500, reasoning: 'low' } as const
const { signal } = new AbortController()

test('returns the text without the reasoning', async () => {
  const transport = scripted([reasoning('Hm.', text('Short.'))])
  expect(await askOnce({ transport, model }, question, { signal })).toMatchObject({ text: 'Short.', reason: 'stop' })
  expect(transport.requests[0]).toEqual({
    ...question,
    model: 'small',
    tools: [],
    maxOutputTokens: 500,
    reasoning: 'low',
  })
})

test("prefers the question's limit, and passes the session to the transport", async () => {
  const inner = scripted([text('Short.')])
  const seen: StreamOptions[] = []
  const transport: Transport = {
    ...inner,
    stream(request, options) {
      seen.push(options)
      return inner.stream(request, options)
    },
  }
  await askOnce({ transport, model }, { ...question, maxOutputTokens: 20 }, { signal, sessionId: 's' })
  expect(inner.requests[0]?.maxOutputTokens).toBe(20)
  expect(seen).toEqual([{ signal, sessionId: 's' }])
})

test('passes on notices', async () => {
  const transport: Transport = {
    ...scripted([]),
    async *stream(request, options) {
      yield { type: 'notice', code: 'fallback', text: 'Continuing with another.' }
      yield* scripted([text('ok')]).stream(request, options)
    },
  }
  const codes: string[] = []
  await askOnce({ transport, model }, question, { signal, onNotice: ({ code }) => codes.push(code) })
  expect(codes).toEqual(['fallback'])
})

test('rethrows a failure, and ends the call on an abort', async () => {
  const broken = askOnce({ transport: scripted([cut(text('half'), { after: 1 })]), model }, question, { signal })
  await expect(broken).rejects.toMatchObject({ kind: 'network' })
  const controller = new AbortController()
  const reason = new InterruptError('Enough.')
  const hanging = askOnce({ transport: scripted([hang(text('half'))]), model }, question, controller)
  controller.abort(reason)
  await expect(hanging).rejects.toBe(reason)
})
