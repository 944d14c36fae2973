import type { ModelRequest, TransportEvent } from '@hermes/core'
import { expect, test } from 'vitest'
import { createOpenAIChatTransport } from '../../openai-chat/index.js'

const request: ModelRequest = { model: 'm', system: '', messages: [{ role: 'user', content: 'Hello' }], tools: [] }

/** Creates the events of an answer whose parts all arrive together. */
function answering(...choices: readonly object[]) {
  const controller = new AbortController()
  const text = choices.map((choice) => `data: ${JSON.stringify({ choices: [choice] })}\n\n`).join('')
  const fetch = async () =>
    new Response(`${text}data: [DONE]\n\n`, { headers: { 'content-type': 'text/event-stream' } })
  const events = createOpenAIChatTransport({ fetch }).stream(request, controller)
  return { controller, events: events[Symbol.asyncIterator]() }
}

const thought = { delta: { reasoning_content: 'Hm.' } }
const word = { delta: { content: 'Hi.' } }
const stop = { delta: {}, finish_reason: 'stop' }

test('an abort drops data that has arrived but has not been read', async () => {
  const { controller, events } = answering(thought, word, stop)
  expect((await events.next()).value).toEqual({ type: 'reasoning-delta', text: 'Hm.' })
  controller.abort('enough')
  await expect(events.next()).rejects.toBe('enough')
  expect((await events.next()).done).toBe(true)
})

test('a reader that leaves receives nothing more', async () => {
  const { events } = answering(thought, word, stop)
  await events.next()
  await events.return?.()
  expect((await events.next()).done).toBe(true)
})

test('a reader that leaves while waiting ends the request', async () => {
  const asked = Promise.withResolvers<AbortSignal>()
  const fetch: typeof globalThis.fetch = (_, init) => {
    if (init?.signal) asked.resolve(init.signal)
    return new Promise(() => undefined)
  }
  const { signal } = new AbortController()
  const events = createOpenAIChatTransport({ fetch }).stream(request, { signal })[Symbol.asyncIterator]()
  const ended = expect(events.next()).rejects.toThrow()
  const sent = await asked.promise
  expect(sent.aborted).toBe(false)
  await events.return?.()
  expect(sent.aborted).toBe(true)
  await ended
})

test('the deltas of an unusable answer come before its error', async () => {
  const nameless = { delta: { tool_calls: [{ index: 0, id: 'a', function: { arguments: '{}' } }] } }
  const { events } = answering(word, nameless, { delta: {}, finish_reason: 'tool_calls' })
  const seen: TransportEvent['type'][] = []
  const reading = (async () => {
    for (let next = await events.next(); !next.done; next = await events.next()) seen.push(next.value.type)
  })()
  await expect(reading).rejects.toMatchObject({ kind: 'protocol' })
  expect(seen).toEqual(['text-delta', 'tool-call-delta'])
})
