import { call, createScriptedNetwork, type ProviderScript, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { leftInQueue } from '../../../testing/left-in-queue.js'
import { serveChats } from '../../../testing/serve-chats.js'

const patient = { timeout: 20_000 }
const words = Array.from({ length: 30 }, (_, index) => `word${index}`).join(' ')
const slowly = () => text(words, { pace: { pieceSize: 6, pieceDelayMs: 50 } })
const beginning = /^word0 word1( word\d+)* w?o?r?d?\d*$/

async function open(script: ProviderScript, settings: object = {}, network = createScriptedNetwork()) {
  const networks = new Map([['net', network]])
  const chats = await serveChats({ platforms: { net: { admins: ['ada'], ...settings } }, networks, script })
  chats.network().say({ text: 'tell a story' })
  await expect.poll(() => chats.shown()[0] ?? '', { ...patient, interval: 5 }).toMatch(/^word0 .*▉$/)
  return chats
}

test.each([0, 0.001])(
  '/stop leaves the text so far, and its notice follows (fresh_final_seconds: %s)',
  async (given) => {
    const { network, shown } = await open([slowly()], { fresh_final_seconds: given })
    const [first] = network().shown
    network().say({ text: '/stop' })
    await expect.poll(() => shown(), patient).toEqual([expect.stringMatching(beginning), 'The turn was ended.'])
    expect(network().shown[0]?.messageId).toBe(first?.messageId)
  },
)

test('a message that interrupts a turn leaves the text so far', async () => {
  const { network, shown, provider } = await open([slowly(), text('Something else.')])
  network().say({ text: 'something else' })
  await expect.poll(() => shown(), patient).toEqual([expect.stringMatching(beginning), 'Something else.'])
  const { messages } = Object(provider.requests.at(-1)?.body)
  expect(messages.at(-2).content.trim()).toBe(shown()[0])
})

test('the text so far has no mark if the network did not confirm its arrival', async () => {
  const network = createScriptedNetwork({ limits: { isIdempotent: true } })
  let isFirst = true
  const connect = () => {
    const adapter = network.connect()
    return {
      ...adapter,
      send: (...parameters: Parameters<typeof adapter.send>) => {
        if (isFirst) network.failNext('lost-answer')
        isFirst = false
        return adapter.send(...parameters)
      },
    }
  }
  const { shown } = await open([slowly(), text('Something else.')], {}, { ...network, connect })
  network.say({ text: 'something else' })
  await expect.poll(() => shown(), patient).toEqual([expect.stringMatching(beginning), 'Something else.'])
})

test('a text before a tool also stays', async () => {
  const script = [{ ...call('clarify', { question: 'Which?' }), text: words }]
  const { network, shown } = await serveChats({
    platforms: { net: { admins: ['ada'], tool_progress: 'off' } },
    script,
  })
  network().say({ text: 'ask' })
  await expect.poll(() => shown(), patient).toEqual([expect.stringContaining('word29'), '❓ Which?'])
  network().say({ text: '/stop' })
  await expect.poll(() => shown(), patient).toEqual([words, '❓ Which?', 'The turn was ended.'])
})

test('an answer that nobody has seen leaves nothing', async () => {
  const { network, shown, provider } = await serveChats({
    platforms: { net: { admins: ['ada'], stream: false } },
    script: [slowly()],
  })
  network().say({ text: 'tell a story' })
  await expect.poll(() => provider.requests.length).toBe(1)
  network().say({ text: '/stop' })
  await expect.poll(() => shown(), patient).toEqual(['The turn was ended.'])
})

test('the text before a stop stays if other messages came before the next start', async () => {
  const script: ProviderScript = (body) => (JSON.stringify(body).includes('third') ? text('Third.') : slowly())
  const { network, shown, stop, start } = await open(script)
  await expect.poll(() => shown()[0], patient).toContain('word9')
  await stop()
  const left = shown()[0]?.replace(' ▉', '')
  network().say({ text: 'second' })
  network().say({ text: 'third' })
  const { store } = await start()
  await expect.poll(() => shown().at(-1), patient).toBe('Third.')
  // Everything that is owed was put and sent.
  await expect.poll(() => leftInQueue(store), patient).toEqual([])
  expect(shown()[0]).toContain(left)
  expect(shown()[0]).not.toContain('▉')
})

/** Opens a chat whose gateway was restarted while it wrote, and continues. */
async function openAgain(script: ProviderScript) {
  const chats = await open(script)
  await chats.stop()
  const { provider, shown } = chats
  const { store } = await chats.start()
  await expect.poll(() => provider.requests.length, patient).toBe(2)
  // The continued turn writes the answer again, with other words.
  await expect.poll(() => shown()[0] ?? '', { ...patient, interval: 5 }).toMatch(/^Again word0 .*▉$/)
  const owed = async () => (await store.queue?.list())?.filter(({ queue }) => queue.startsWith('chat-'))
  return { ...chats, owed }
}

const few = words.slice(0, words.indexOf(' word20'))
const again = () => text(`Again ${few}`, { pace: { pieceSize: 6, pieceDelayMs: 50 } })

test('/stop permanently ends a turn that was continued after a restart', async () => {
  const { network, shown, provider, owed } = await openAgain([slowly(), again()])
  network().say({ text: '/stop' })
  await expect.poll(owed, patient).toEqual([])
  expect(shown()).toEqual([expect.stringMatching(/^Again word0[^▉]*$/), 'The turn was ended.'])
  expect(provider.requests).toHaveLength(2)
})

test('each message interrupts the one before it after a restart', async () => {
  const script: ProviderScript = (body, number) => {
    const newest = String(Object(body).messages.at(-1).content)
    if (number === 1) return slowly()
    return number === 2 ? again() : text(`To ${newest} ${few}`, { pace: { pieceSize: 6, pieceDelayMs: 50 } })
  }
  const { network, shown, provider, owed } = await openAgain(script)
  const messages = ['second', 'third', 'fourth']
  for (const [index, message] of messages.entries()) {
    network().say({ text: message })
    await expect.poll(() => shown()[index + 1] ?? '', { ...patient, interval: 5 }).toMatch(`To ${message} word0`)
  }
  await expect.poll(owed, patient).toEqual([])
  const beginnings = messages.slice(0, -1).map((message) => expect.stringMatching(`^To ${message} word0[^▉]*$`))
  expect(shown()).toEqual([expect.stringMatching(/^Again word0[^▉]*$/), ...beginnings, `To fourth ${few}`])
  const asked = provider.requests.map(({ body }) => Object(body).messages.at(-1).content)
  expect(asked).toEqual(['tell a story', 'tell a story', ...messages])
})
