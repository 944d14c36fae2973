import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OutboundMessage } from '@hermes/core/platform'
import { call, createScriptedNetwork, type ScriptedNetwork, text } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { serveChats } from '../../../testing/serve-chats.js'

const patient = { timeout: 10_000 }

/** A network that records what it is given to send. */
function createListeningNetwork(): { readonly network: ScriptedNetwork; readonly given: OutboundMessage[] } {
  const network = createScriptedNetwork({ limits: { streaming: 'final' } })
  const given: OutboundMessage[] = []
  const connect = () => {
    const adapter = network.connect()
    const send: typeof adapter.send = (message, options) => {
      given.push(message)
      return adapter.send(message, options)
    }
    return { ...adapter, send }
  }
  return { network: { ...network, connect }, given }
}

test('questions, files and refusals go where the answer goes, with the context of the network', async () => {
  const { network, given } = createListeningNetwork()
  const folder = await mkdtemp(join(tmpdir(), 'hermes-answer-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'report.csv')
  await writeFile(path, 'a,b')
  await serveChats({
    platforms: { net: { admins: ['ada'], allow_from: ['bob'], stream: false, tool_progress: 'off' } },
    networks: new Map([['net', network]]),
    script: [call('clarify', { question: 'Which one?', choices: ['tea', 'milk'] }), text(`Here.\nMEDIA:${path}`)],
  })
  const context = { subject: 'Job' }
  network.say({ text: 'begin', context })
  await expect.poll(() => given.length, patient).toBe(1)
  network.say({ text: '1', context })
  await expect.poll(() => given.length, patient).toBe(3)
  network.say({ text: '/restart', context, sender: { id: 'bob' }, chatId: 'bobs' })
  await expect.poll(() => given.length, patient).toBe(4)
  expect(given).toMatchObject([
    { text: '❓ Which one?', context },
    { text: 'Here.', context },
    { file: { name: 'report.csv' }, context },
    { chatId: 'bobs', text: expect.stringContaining('/restart'), context },
  ])
})
