import { hang, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { leftInQueue } from '../../../testing/left-in-queue.js'
import { messageEvent } from '../../../testing/message-event.js'
import { serveChats } from '../../../testing/serve-chats.js'
import { toPayload } from '../network/payload.js'
import { commandsQueue } from '../network/queues.js'

const patient = { timeout: 10_000 }
const saidIn = (body: unknown): readonly string[] =>
  Object(body)
    .messages.filter(({ role }: { readonly role: string }) => role === 'user')
    .flatMap(({ content }: { readonly content: string }) => content.split('\n\n'))

const busyModes = ['queue', 'steer', 'interrupt'] as const

/** Serves a chat whose model answers every message except `stay` with the whole conversation. */
function serveRemembering(busy_mode: (typeof busyModes)[number] = 'queue') {
  return serveChats({
    platforms: { net: { allow_all: true, busy_mode } },
    settings: { display: { busy_ack_enabled: false } },
    script: (body) => (saidIn(body).at(-1)?.endsWith('stay') ? hang() : text(`Read: ${saidIn(body).join(', ')}`)),
  })
}

type World = Awaited<ReturnType<typeof serveRemembering>>

async function hear({ shown }: World, ...told: readonly unknown[]): Promise<void> {
  await expect.poll(() => shown().slice(-told.length), patient).toEqual(told)
}

const anew = expect.stringMatching(/^A new session starts with your next message/)
const branched = expect.stringContaining('You continue in the branch')

test.each(busyModes)('a message right behind /new belongs to the new session: %s', async (mode) => {
  const world = await serveRemembering(mode)
  const say = (words: string) => world.network().say({ text: words })
  say('one')
  await hear(world, 'Read: one')
  say('/new -y')
  say('two')
  await hear(world, anew, 'Read: two')
  say('stay')
  await expect.poll(() => world.provider.requests.length, patient).toBe(3)
  for (const line of ['/new -y', '/queue three']) say(line)
  await hear(world, anew, 'Read: three')
  say('four')
  await hear(world, 'Read: three, four')
  await expect.poll(() => leftInQueue(world.store), patient).toEqual([])
})

test('messages right behind /branch and /resume belong to those sessions, in order', async () => {
  const world = await serveRemembering()
  const say = (words: string) => world.network().say({ text: words })
  say('one')
  await hear(world, 'Read: one')
  const [first] = await world.store.sessions.find({})
  for (const line of ['/branch', 'two', '/queue three']) say(line)
  await hear(world, branched, 'Read: one, two', 'Read: one, two, three')
  say(`/resume ${first?.id}`)
  say('four')
  await hear(world, expect.stringContaining('You continue'), 'Read: one, four')
})

test.each(busyModes)('/stop overtakes messages behind a command that waits for the turn: %s', async (mode) => {
  const world = await serveRemembering(mode)
  const say = (words: string) => world.network().say({ text: words })
  say('one')
  await hear(world, 'Read: one')
  say('stay')
  await expect.poll(() => world.provider.requests.length, patient).toBe(2)
  for (const line of ['/branch', 'two', '/stop']) say(line)
  await hear(world, 'The turn was ended.', branched, 'Read: one, stay, two')
})

test('in a group, only the conversation of the command waits for it', async () => {
  const world = await serveRemembering()
  const group = { chatId: 'team', chatType: 'group', isAddressed: true } as const
  const say = (words: string, id: string) => world.network().say({ ...group, text: words, sender: { id } })
  say('stay', 'ada')
  await expect.poll(() => world.provider.requests.length, patient).toBe(1)
  say('/branch', 'ada')
  say('two', 'ada')
  say('hello', 'bob')
  await hear(world, expect.stringMatching(/^Read: .*hello$/))
  expect(world.provider.requests).toHaveLength(2)
})

test('a message waits for a command that another process, or an earlier one, has accepted', async () => {
  const world = await serveRemembering()
  const { network, store } = world
  network().say({ text: 'one' })
  await hear(world, 'Read: one')
  const event = messageEvent({ id: 'of another', text: '/new -y' })
  const [conversation = ''] = (await store.values?.list('conversation-keys'))?.map(({ key }) => key) ?? []
  const payload = toPayload({ network: 'net', event, command: { conversation, opensConversation: true } })
  await store.queue?.put({ queue: commandsQueue, lane: 'of a dead process', id: 'net:of another', payload })
  network().say({ text: 'two' })
  await hear(world, anew, 'Read: two')
})
