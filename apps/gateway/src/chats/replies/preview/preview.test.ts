import { createMemoryStore, StoreError, silentLogger } from '@hermes/core'
import type { PlatformAdapter } from '@hermes/core/platform'
import type { ValueTable } from '@hermes/core/sessions'
import { configSchema } from '@hermes/runtime'
import { createScriptedNetwork } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { notedPreview } from './noted-preview.js'
import { openPreview } from './preview.js'

const address = { chatId: 'chat-1' }
const settings = configSchema.parse({ platforms: { net: {} } }).platforms.net
const sentence = 'An answer that is long enough to be shown while it is written.'

function network(adapter: Partial<PlatformAdapter> = {}) {
  const scripted = createScriptedNetwork({ limits: { isIdempotent: true } })
  const connected = { ...scripted.connect(), ...adapter }
  return { ...scripted, connected }
}

function memoryValues(): ValueTable {
  const { values } = createMemoryStore()
  if (!values) throw new TypeError('The store has no values.')
  return values
}

function open(adapter: PlatformAdapter, values = memoryValues(), isClear = async () => true) {
  if (!settings) throw new TypeError('The network has no settings.')
  return openPreview({
    id: 'answer',
    network: { name: 'net', adapter, settings },
    address,
    values,
    logger: silentLogger,
    signal: new AbortController().signal,
    isClear,
  })
}

/** Delays the results of sends until `release`. */
function slowSends(scripted: ReturnType<typeof network>) {
  const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const adapter: PlatformAdapter = {
    ...scripted.connected,
    async send(message, options) {
      begun.resolve()
      await released.promise
      return scripted.connected.send(message, options)
    },
  }
  return { adapter, begun: begun.promise, release: () => released.resolve() }
}

test('a message may have arrived if it was being sent when the answer ended', async () => {
  const scripted = network()
  const { adapter, begun, release } = slowSends(scripted)
  const preview = await open(adapter)
  preview.show(sentence)
  await begun
  const ended = preview.end()
  scripted.failNext('lost-answer')
  release()
  expect(await ended).toEqual({ messages: [], earlier: 0, mayHaveMore: true, text: sentence })
  expect(scripted.shown).toHaveLength(1)
})

test('text that is written while a message is being sent is shown, even if nothing follows', async () => {
  const scripted = network()
  const { adapter, begun, release } = slowSends(scripted)
  const preview = await open(adapter)
  preview.show(sentence)
  await begun
  preview.show(`${sentence} The end.`)
  release()
  await expect.poll(() => scripted.shown.map(({ text }) => text)).toEqual([`${sentence} The end. ▉`])
})

test('a text that had to wait for other messages is shown, even if nothing follows', async () => {
  const scripted = network()
  const clear = [false, false, true]
  const preview = await open(scripted.connected, memoryValues(), async () => clear.shift() ?? true)
  preview.show(sentence)
  await expect.poll(() => scripted.shown.map(({ text }) => text)).toEqual([`${sentence} ▉`])
})

test('a process that starts again knows which messages arrived and which may have', async () => {
  const [scripted, values] = [network(), memoryValues()]
  const { adapter, begun, release } = slowSends(scripted)
  const preview = await open(adapter, values)
  preview.show(sentence)
  await begun
  const noted = () => notedPreview({ id: 'answer', values, address })
  expect(await noted()).toEqual({ messages: [], earlier: 0, mayHaveMore: true, text: sentence })
  release()
  const { messages } = await preview.end()
  expect(messages).toMatchObject([{ messageId: scripted.shown[0]?.messageId }])
  expect(await noted()).toEqual({ messages, earlier: 0, mayHaveMore: false, text: sentence })
})

test('a process that starts again knows all the text that people could read', async () => {
  const [scripted, values] = [network(), memoryValues()]
  const known: (string | undefined)[] = []
  const preview = await open(
    {
      ...scripted.connected,
      async edit(sent, message, options) {
        known.push((await notedPreview({ id: 'answer', values, address })).text)
        await scripted.connected.edit?.(sent, message, options)
      },
    },
    values,
  )
  preview.show(sentence)
  await expect.poll(() => scripted.shown).toHaveLength(1)
  preview.show(`${sentence} The end.`)
  await expect.poll(() => scripted.shown.map(({ text }) => text)).toEqual([`${sentence} The end. ▉`])
  expect(known).toEqual([`${sentence} The end.`])
})

test('shows nothing that could not be recorded', async () => {
  const scripted = network()
  const refused = Promise.withResolvers<void>()
  const full: ValueTable = {
    ...memoryValues(),
    async update() {
      refused.resolve()
      throw new StoreError('full', 'The disk is full.')
    },
  }
  const preview = await open(scripted.connected, full)
  preview.show(sentence)
  await refused.promise
  expect(await preview.end()).toEqual({ messages: [], earlier: 0, mayHaveMore: false })
  expect(scripted.shown).toEqual([])
})

test('a text that fills a message leaves no second one', async () => {
  const scripted = network()
  const whole = 'x'.repeat(scripted.connected.limits.text.max)
  const preview = await open(scripted.connected)
  preview.show(whole)
  await expect.poll(() => scripted.shown.map(({ text }) => text)).toEqual([whole])
  expect((await preview.end()).messages).toHaveLength(1)
})
