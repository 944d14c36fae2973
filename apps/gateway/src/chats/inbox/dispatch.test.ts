import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { call, text, writeListener } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { serveChats } from '../../../testing/serve-chats.js'
import { temporaryHome } from '../../../testing/serve-home.js'

/** Answers with what the model has read last. */
const echo = (body: unknown) => text(`Read: ${JSON.stringify(Object(body).messages.at(-1).content)}`)

/** Skips spam and rewrites rude messages. */
const hook = `
  pre_gateway_dispatch: ({ source, message }) => {
    note([source, message.sender.id, message.text, message.context ?? null])
    if (message.text.includes('spam')) return { action: 'skip', reason: 'it is spam.' }
    if (message.text.includes('rude')) return { action: 'rewrite', text: message.text.replace('rude', 'kind') }
    if (message.text.includes('wrong')) return { action: 'drop' }
    if (message.text.includes('command')) return { action: 'rewrite', text: '/approve' }
    return { action: 'allow' }
  },
`

async function serveWith(options: Partial<Parameters<typeof serveChats>[0]> = {}) {
  const home = temporaryHome()
  const { use, heard } = await writeListener(home, hook)
  const chats = await serveChats({ home, script: echo, settings: { plugins: [{ use }] }, ...options })
  return {
    ...chats,
    heard: async () => (await heard()).map((each) => Object(each)[2]),
    all: heard,
    skipped: async () => {
      const lines = (await readFile(join(home, 'logs/audit.jsonl'), 'utf8').catch(() => '')).split('\n')
      return lines.filter((line) => line.includes('"skipped"')).map((line) => JSON.parse(line))
    },
  }
}

test('a plugin skips, rewrites and allows messages, and an invalid verdict skips', async () => {
  const { network, shown, heard, all, skipped, provider } = await serveWith()
  network().say({ text: 'spam', context: { token: 'secret' } })
  network().say({ text: 'a wrong verdict' })
  network().say({ text: 'a command' })
  network().say({ text: 'a rude word' })
  await expect.poll(() => shown()).toEqual(['Read: "a kind word"'])
  network().say({ text: 'a word' })
  await expect.poll(() => shown()).toEqual(['Read: "a kind word"', 'Read: "a word"'])
  expect(await heard()).toEqual(['spam', 'a wrong verdict', 'a command', 'a rude word', 'a word'])
  expect((await all())[0]).toEqual(['net', 'ada', 'spam', null])
  expect(provider.requests).toHaveLength(2)
  await expect
    .poll(async () => (await skipped()).map(({ detail }) => detail))
    .toEqual([
      'it is spam.',
      expect.stringContaining('must return { action: "skip" }'),
      expect.stringContaining('with a text that is no command'),
    ])
})

test('a skipped message counts as handled: no hook gets a redelivery, and no restart brings it back', async () => {
  const { network, shown, heard, stop, start } = await serveWith()
  const id = network().say({ text: 'spam' })
  await expect.poll(heard).toEqual(['spam'])
  network().redeliver(id)
  network().say({ text: 'one' })
  await expect.poll(() => shown()).toEqual(['Read: "one"'])
  await stop()
  await start()
  network().redeliver(id)
  network().say({ text: 'two' })
  await expect.poll(() => shown()).toEqual(['Read: "one"', 'Read: "two"'])
  expect(await heard()).toEqual(['spam', 'one', 'two'])
})

test('hooks get the messages of a burst one by one, each once', async () => {
  const { network, shown, heard } = await serveWith({
    platforms: { net: { admins: ['ada'], batch_seconds: 0.3 } },
  })
  network().say({ text: 'first' })
  network().say({ text: 'spam' })
  network().say({ text: 'rude' })
  await expect.poll(() => shown()).toEqual([String.raw`Read: "first\nkind"`])
  network().say({ text: 'end' })
  await expect.poll(() => shown()).toHaveLength(2)
  expect(await heard()).toEqual(['first', 'spam', 'rude', 'end'])
})

test('hooks also get messages of strangers, and a skipped one yields no pairing code', async () => {
  const { network, shown, heard } = await serveWith()
  const sender = { id: 'mallory' }
  network().say({ text: 'spam', chatId: 'chat-2', sender })
  network().say({ text: 'rude', chatId: 'chat-2', sender })
  await expect.poll(() => shown()).toHaveLength(1)
  expect(shown()[0]).toContain('I do not know you yet.')
  expect(await heard()).toEqual(['spam', 'rude'])
})

test('a rewritten text answers no question, and hooks do not get /stop', async () => {
  const { network, shown, heard, provider } = await serveWith({
    script: [call('clarify', { question: 'Which?', choices: ['red', 'blue'] }), text('Painted.'), text('Next.')],
    platforms: { net: { admins: ['ada'], tool_progress: 'off', busy_mode: 'queue' } },
  })
  network().say({ text: 'paint' })
  await expect.poll(() => shown()).toEqual(['❓ Which?'])
  network().say({ text: 'rude' })
  await expect.poll(heard).toEqual(['paint', 'rude'])
  network().say({ text: 'blue' })
  await expect.poll(() => shown().join('\n')).toContain('Painted.')
  await expect.poll(() => shown().join('\n')).toContain('Next.')
  expect(JSON.stringify(provider.requests[1]?.body)).not.toContain('kind')
  expect(JSON.stringify(provider.requests[2]?.body)).toContain('kind')
  network().say({ text: '/stop' })
  await expect.poll(() => shown().length).toBeGreaterThan(3)
  expect(await heard()).toEqual(['paint', 'rude', 'blue'])
})
