import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { putMessage } from '@hermes/platforms/messages'
import { call, createScriptedNetwork, text } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { serveChats } from '../../../testing/serve-chats.js'

const message = (target: string, words = 'Dinner is ready.') => call('send_message', { target, text: words })
const platforms = {
  net: { admins: ['ada'], allow_from: ['bob'], home_chat: 'kitchen' },
  other: { send_to: ['lobby'], home_chat: 'hall:7' },
}

test("an administrator's conversation writes to any chat, and sends a long text in parts", async () => {
  const long = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ')
  const { network, shown } = await serveChats({
    platforms,
    script: [message('net'), message('other:garden:3', long), text('Told them.')],
  })
  network().say({ text: 'tell everybody' })
  await expect.poll(() => shown()).toEqual(expect.arrayContaining(['Dinner is ready.', 'Told them.']))
  await expect.poll(() => shown('other').join(' ')).toContain('word59')
  expect(network().shown.find(({ chatId }) => chatId === 'kitchen')?.text).toBe('Dinner is ready.')
  expect(network('other').shown.length).toBeGreaterThan(1)
  expect(network('other').shown[0]).toMatchObject({ chatId: 'garden', threadId: '3' })
})

test('other people reach the chats that are open to all', async () => {
  const { network, shown, provider } = await serveChats({
    platforms,
    script: [message('net'), message('other:lobby'), text('Only the lobby.')],
  })
  network().say({ text: 'tell everybody', chatId: 'bobs', sender: { id: 'bob' } })
  await expect.poll(() => shown()).toEqual(['Only the lobby.'])
  await expect.poll(() => shown('other')).toEqual(['Dinner is ready.'])
  expect(JSON.stringify(provider.requests.at(-1)?.body)).toContain('may not write to net')
})

test('a message needs approval after a web page was read', async () => {
  const { network, provider, runtime } = await serveChats({ platforms, script: [message('other'), text('Done.')] })
  const { agent } = await runtime.agentFor({})
  const run = agent.run('hello', { sessionId: 's', origins: [{ kind: 'web', name: 'evil.test' }] })
  await run.result
  expect(JSON.stringify(provider.requests.at(-1)?.body)).toContain('evil.test')
  expect(network('other').shown).toEqual([])
})

test('a line of a message sends a file, but no key', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hermes-plots-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'plot.png'), 'picture')
  await writeFile(join(folder, '.env'), 'KEY=made-up')
  const words = `The plot:\nMEDIA:${folder}/plot.png\nMEDIA:${folder}/.env`
  const { network } = await serveChats({ platforms, script: [message('other:garden', words), text('Sent.')] })
  network().say({ text: 'send it' })
  await expect.poll(() => network('other').shown.map(({ fileName }) => fileName)).toEqual([undefined, 'plot.png'])
  expect(network('other').shown[0]?.text).toBe(`The plot:\nMEDIA:${folder}/.env`)
})

test('a message from the command line is sent in parts', async () => {
  const { shown, store } = await serveChats({ platforms, script: [] })
  const long = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ')
  if (!store.queue) throw new Error('The store has no queue.')
  await putMessage(store.queue, 'send-1', { network: 'other', address: { chatId: 'lobby' }, text: long })
  await expect.poll(() => shown('other').join(' ')).toContain('word59')
  expect(shown('other').length).toBeGreaterThan(1)
})

test('a file that a person named is sent from any folder, with the subject above the text', async () => {
  const { network, store, home } = await serveChats({ platforms, script: [] })
  if (!store.queue) throw new Error('The store has no queue.')
  const path = join(home, 'plot.png')
  await writeFile(path, 'picture')
  const lobby = { network: 'other', address: { chatId: 'lobby' } }
  await putMessage(store.queue, 'send-1', { ...lobby, text: `MEDIA:${path}`, files: [path], subject: 'Plots' })
  await putMessage(store.queue, 'send-2', { ...lobby, text: `MEDIA:${path}` })
  const seen = () => network('other').shown.map(({ text, fileName }) => fileName ?? text.trim())
  await expect.poll(seen).toEqual(['Plots', 'plot.png', `MEDIA:${path}`])
})

test('the subject becomes that of the message on networks with subjects', async () => {
  const network = createScriptedNetwork({ limits: { hasSubjects: true } })
  const { store } = await serveChats({ script: [], networks: new Map([['net', network]]) })
  if (!store.queue) throw new Error('The store has no queue.')
  const message = { network: 'net', address: { chatId: 'chat-1' }, text: 'All green.', subject: 'Build 42' }
  await putMessage(store.queue, 'send-1', message)
  await expect.poll(() => network.shown).toMatchObject([{ subject: 'Build 42', text: 'All green.' }])
})

test('directives are not shown', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hermes-plots-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'plot.png'), 'picture')
  const answer = `Here is the plot that you asked me for.\n[[as_document]]\nMEDIA:${folder}/plot.png`
  const { network } = await serveChats({ script: [text(answer)] })
  network().say({ text: 'plot it' })
  const seen = () => network().shown.map(({ text, fileName }) => fileName ?? text)
  await expect.poll(seen).toEqual(['Here is the plot that you asked me for.', 'plot.png'])
})

test('an answer sends the files whose paths it mentions, but a message or a command does not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hermes-plots-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'plot.png'), 'picture')
  const path = join(folder, 'plot.png')
  const { network } = await serveChats({
    platforms,
    script: [message('other:garden', path), text(`I plotted it: ${path}`), text('Done.')],
  })
  const seen = (name?: string) => network(name).shown.map(({ text, fileName }) => fileName ?? text)
  network().say({ text: 'plot it' })
  await expect.poll(() => seen()).toEqual([`I plotted it: ${path}`, 'plot.png'])
  await expect.poll(() => seen('other')).toEqual([path])
  network().say({ text: `/title ${path}`, messageId: '2' })
  await expect.poll(() => seen().at(-1)).toContain(path)
  network().say({ text: 'and again', messageId: '3' })
  await expect.poll(() => seen().at(-1)).toBe('Done.')
  expect(seen()).toHaveLength(4)
})
