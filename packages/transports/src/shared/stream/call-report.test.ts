import { noUsage, TransportError, type TransportEvent, type UnfinishedCall } from '@hermes/core'
import { call, cut, fail, hang, type ProviderReply, startFakeProvider, text } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { createOpenAIChatTransport } from '../../openai-chat/index.js'

const request = { model: 'm', system: '', messages: [{ role: 'user', content: 'Hello' }], tools: [] } as const

/** Prepares a call to a provider that gives this reply, and records the reports about unfinished calls. */
async function ask(...script: readonly ProviderReply[]) {
  const provider = await startFakeProvider({ script })
  onTestFinished(() => provider.close())
  const reports: UnfinishedCall[] = []
  const controller = new AbortController()
  const stream = () =>
    createOpenAIChatTransport({ baseUrl: provider.baseUrl })
      .stream(request, { signal: controller.signal, onUnfinished: (report) => void reports.push(report) })
      [Symbol.asyncIterator]()
  return { provider, stop: () => controller.abort('enough'), stream, reports }
}

async function readAll(events: AsyncIterator<TransportEvent>): Promise<void> {
  while (!(await events.next()).done);
}

test.each([
  ['text', text('Half an answer'), 'Half an answer'],
  ['a call', call('look', { at: 'it' }, { text: 'So. ' }), 'So. {"at":"it"}'],
])('reports a stopped answer of %s once, with what had arrived', async (_, answer, received) => {
  const { stream, stop, reports } = await ask(hang(answer))
  const events = stream()
  for (let length = 0; length < received.length; ) {
    const { value } = await events.next()
    if (value?.type === 'text-delta') length += value.text.length
    if (value?.type === 'tool-call-delta') length += value.argumentsText.length
  }
  stop()
  await expect(events.next()).rejects.toBe('enough')
  await events.return?.()
  expect(reports).toEqual([{ usage: noUsage, received }])
})

test('reports an answer once when its reader leaves', async () => {
  const { stream, reports } = await ask(hang(text('Word')))
  const events = stream()
  await events.next()
  await events.return?.()
  await events.return?.()
  expect(reports).toHaveLength(1)
})

test('reports a call that is stopped before its answer begins, if the request was sent', async () => {
  const { provider, stream, stop, reports } = await ask(hang())
  const reading = expect(stream().next()).rejects.toBe('enough')
  await provider.request(1)
  stop()
  await reading
  expect(reports).toEqual([{ usage: noUsage, received: '' }])
})

test('reports an interrupted answer with what had arrived', async () => {
  const { stream, reports } = await ask(cut(text('One two three.'), { after: 1 }))
  await expect(readAll(stream())).rejects.toThrow(TransportError)
  expect(reports).toMatchObject([{ usage: noUsage, received: expect.stringMatching(/^One/) }])
})

test('reports a complete answer that is stopped with the usage counted by the provider', async () => {
  const usage = { prompt_tokens: 70, completion_tokens: 3 }
  const parts = [{ choices: [{ delta: { content: 'All.' }, finish_reason: 'stop' }] }, { choices: [], usage }]
  const body = parts.map((part) => `data: ${JSON.stringify(part)}\n\n`).join('')
  const fetch = async () => new Response(`${body}data: [DONE]\n\n`)
  const reports: UnfinishedCall[] = []
  const controller = new AbortController()
  const options = { signal: controller.signal, onUnfinished: (report: UnfinishedCall) => void reports.push(report) }
  const events = createOpenAIChatTransport({ fetch }).stream(request, options)[Symbol.asyncIterator]()
  await events.next()
  controller.abort('enough')
  await expect(events.next()).rejects.toBe('enough')
  expect(reports).toEqual([{ usage: { ...noUsage, inputTokens: 70, outputTokens: 3 } }])
})

test('reports neither a finished answer nor a call that did not reach the model', async () => {
  const limited = fail(new TransportError('rate-limit', 'Slow down.'))
  const { provider, stream, stop, reports } = await ask(text('All.'), limited)
  const events = stream()
  await readAll(events)
  await events.return?.()
  await expect(stream().next()).rejects.toMatchObject({ kind: 'rate-limit' })
  await provider.close()
  await expect(stream().next()).rejects.toMatchObject({ kind: 'network' })
  stop()
  await expect(stream().next()).rejects.toBe('enough')
  expect(reports).toEqual([])
})
