import { setImmediate as nextTurn } from 'node:timers/promises'
import { createMemoryStore, type Message } from '@hermes/core'
import { claimConversation } from '@hermes/core/sessions'
import { expect, onTestFinished, test } from 'vitest'
import { settledExchange } from './settled-exchange.js'

/** Creates a conversation in which a process runs a turn. */
async function running() {
  const store = createMemoryStore()
  await store.sessions.create({ id: 's', source: 'chat', startedAtMs: 0 })
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const turn = await claimConversation(store, 's', { signal: stop.signal })
  const append = (message: Message, id?: string) =>
    store.messages.append('s', [{ message, timestampMs: 0, ...(id !== undefined && { platformMessageId: id }) }])
  const ask = (id: string) => append({ role: 'user', content: `Question ${id}` }, id)
  const answer = (content: string) => append({ role: 'assistant', content })
  const settled = (inputId: string) => settledExchange(store, 's', { inputId, signal: stop.signal })
  return { ask, answer, settled, stop, end: () => turn[Symbol.asyncDispose]() }
}

/** Returns what a promise resolves to, unless it is still waiting. */
async function soon<Value>(value: Promise<Value>): Promise<Value | 'it waits'> {
  const laterOn = async () => {
    for (let turn = 0; turn < 50; turn += 1) await nextTurn()
    return 'it waits' as const
  }
  return Promise.race([value, laterOn()])
}

test('an answer that another exchange follows does not wait for the running turn', async () => {
  const { ask, answer, settled } = await running()
  await ask('1')
  await answer('One.')
  await ask('2')
  expect(await soon(settled('1'))).toMatchObject({ reply: 'One.', isLatest: false })
})

test('the latest exchange waits until no process adds to it', async () => {
  const { ask, answer, settled, end } = await running()
  await ask('1')
  const exchange = settled('1')
  expect(await soon(exchange)).toBe('it waits')
  await answer('One.')
  expect(await soon(exchange)).toBe('it waits')
  await end()
  expect(await exchange).toMatchObject({ reply: 'One.', isLatest: true })
})

test('the wait ends when the next exchange begins, even if a turn runs', async () => {
  const { ask, answer, settled } = await running()
  await ask('1')
  await answer('One.')
  const exchange = settled('1')
  expect(await soon(exchange)).toBe('it waits')
  await ask('2')
  expect(await exchange).toMatchObject({ reply: 'One.', isLatest: false })
})

test('the wait ends with its signal', async () => {
  const { ask, settled, stop } = await running()
  await ask('1')
  const exchange = settled('1')
  expect(await soon(exchange)).toBe('it waits')
  stop.abort(new Error('It stops.'))
  await expect(exchange).rejects.toThrow('It stops.')
})
