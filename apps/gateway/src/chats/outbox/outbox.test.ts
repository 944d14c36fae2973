import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OutboundMessage } from '@hermes/core/platform'
import { createScriptedNetwork, text } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { refuseMessages } from '../../../testing/refuse-messages.js'
import { serveChats } from '../../../testing/serve-chats.js'

/** Serves a network that always refuses some messages. */
async function serveRefusing(refuses: (message: OutboundMessage) => boolean, answer: string) {
  const scripted = createScriptedNetwork()
  const network = refuseMessages(scripted, { maySend: (message) => !refuses(message) })
  const platforms = { net: { admins: ['ada'], stream: false } }
  const chats = await serveChats({ platforms, networks: new Map([['net', network]]), script: [text(answer)] })
  scripted.say({ text: 'plot it' })
  const list = async () => (await chats.store.queue?.list({ queue: 'chat-outbox' })) ?? []
  return { ...chats, givenUp: async () => (await list()).map(({ id, status }) => `${status} ${id}`) }
}

test('the chat is told once that a file could not be sent', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hermes-plots-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'plot.png'), 'picture')
  const { shown, givenUp, store } = await serveRefusing(({ file }) => !!file, `Here.\nMEDIA:${folder}/plot.png`)
  const told = '⚠️ plot.png could not be sent. The network does not like it.'
  await expect.poll(() => shown()).toEqual(['Here.', told])
  const dead = 'dead net:in-1#file0'
  await expect.poll(givenUp).toEqual([dead])
  await store.queue?.replay({ queue: 'chat-outbox', id: 'net:in-1#file0' })
  await expect.poll(givenUp).toEqual([dead])
  expect(shown()).toEqual(['Here.', told])
})

test('a notice that could not be sent causes no other notice', async () => {
  const { shown, givenUp } = await serveRefusing(() => true, 'Hello.')
  await expect.poll(givenUp).toEqual(['dead net:in-1#0', 'dead net:in-1#0 undelivered'])
  expect(shown()).toEqual([])
})
