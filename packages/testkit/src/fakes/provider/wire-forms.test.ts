import { TransportError } from '@hermes/core'
import { expect, it, onTestFinished } from 'vitest'
import { cut, fail, text } from '../reply.js'
import { startFakeProvider } from './fake-provider.js'
import { jsonRefusal } from './json-refusal.js'
import type { Wire } from './wire.js'

const common = {
  basePath: '/v1',
  isCall: (path: string) => path === '/v1/ask',
  modelOf: () => 'm',
  refuse: (error: Error) => jsonRefusal(error, ({ kind, status, message }) => ({ kind, status, message })),
}
const whole: Wire = { ...common, whole: (answer) => ({ text: answer.text ?? '' }) }
const stream: Wire = {
  ...common,
  stream: (answer) => ({ head: '', deltas: [`data: ${answer.text}\n\n`], tail: 'data: end\n\n' }),
}

async function ask(wire: Wire, reply: Parameters<typeof startFakeProvider>[0]['script']) {
  const provider = await startFakeProvider({ script: reply, wire })
  onTestFinished(() => provider.close())
  return fetch(`${provider.baseUrl}/ask`, { method: 'POST', body: '{"stream":true}' })
}

it('answers whole on a wire without `stream`, regardless of the request', async () => {
  const response = await ask(whole, text('good day'))
  expect(response.headers.get('content-type')).toBe('application/json')
  expect(await response.json()).toEqual({ text: 'good day' })
  await expect((await ask(whole, cut(text('good day'), { how: 'end' }))).json()).rejects.toThrow()
})

it('streams on a wire without `whole`, as server-sent events by default', async () => {
  const response = await ask(stream, text('good day'))
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  expect(await response.text()).toBe('data: good day\n\ndata: end\n\n')
  expect(await (await ask(stream, cut(text('good day'), { how: 'end' }))).text()).toBe('data: good day\n\n')
})

it.each([
  [new TransportError('billing', 'No credit.'), 402, undefined],
  [new TransportError('overloaded', 'Busy.', { status: 529 }), 529, undefined],
  [new TransportError('rate-limit', 'Wait.', { retryAfterMs: 1500 }), 429, '2'],
])('rejects with the status of the error or of its kind: %s', async (error, status, retryAfter) => {
  const response = await ask(whole, fail(error))
  expect(response.headers.get('retry-after') ?? undefined).toBe(retryAfter)
  expect(await response.json()).toEqual({ kind: error.kind, status, message: error.message })
  expect(response.status).toBe(status)
})

it('drops the connection for `network`, sends a web page for `protocol`, and status 500 for other errors', async () => {
  await expect(ask(whole, fail(new TransportError('network', 'Gone.')))).rejects.toThrow()
  expect(await (await ask(whole, fail(new TransportError('protocol', 'Page.')))).text()).toContain('<!doctype html>')
  expect((await ask(whole, fail(new Error('Oops.')))).status).toBe(500)
})
