import { hang, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { serveChats } from '../../../testing/serve-chats.js'

const patient = { timeout: 10_000 }
const lastOf = (body: unknown) => String(Object(body).messages.at(-1).content)
const seenBy = (body: unknown) => JSON.stringify(Object(body).messages)

function serveFriends() {
  return serveChats({
    platforms: { net: { allow_from: ['ada', 'bob'] } },
    script: (body) => text(`Read: ${lastOf(body).split('\n').at(-1)}`),
  })
}

type World = Awaited<ReturnType<typeof serveFriends>>

async function say({ network, shown }: World, message: Parameters<ReturnType<World['network']>['say']>[0]) {
  const before = shown().length
  network().say(message)
  await expect.poll(() => shown().length, patient).toBe(before + 1)
  return shown().at(-1) ?? ''
}

async function sessionsOf({ store }: World): Promise<readonly string[]> {
  return (await store.sessions.find({})).map(({ id }) => id)
}

test('/resume returns to an earlier session of the chat, and a restart keeps it there', async () => {
  const world = await serveFriends()
  await say(world, { text: 'about tea' })
  const [tea = ''] = await sessionsOf(world)
  await say(world, { text: '/new -y' })
  await say(world, { text: 'about coffee' })
  expect(await say(world, { text: `/resume ${tea}` })).toBe(`You continue ${tea}, 2 messages.`)
  await say(world, { text: 'more' })
  expect(seenBy(world.provider.requests.at(-1)?.body)).toMatch(/about tea.*more/)
  expect(seenBy(world.provider.requests.at(-1)?.body)).not.toContain('coffee')
  await world.stop()
  await world.start()
  await say(world, { text: 'and more' })
  expect(seenBy(world.provider.requests.at(-1)?.body)).toMatch(/about tea.*more.*and more/)
})

test.each(['/compress', '/branch'])('%s during a turn is not run when /new follows it', async (waiting) => {
  const { network, provider, shown, store } = await serveChats({
    script: (body) => (lastOf(body).endsWith('stay') ? hang() : text('Hello.')),
  })
  network().say({ text: 'stay' })
  await expect.poll(() => provider.requests.length, patient).toBe(1)
  network().say({ text: waiting })
  network().say({ text: '/new -y' })
  await expect
    .poll(() => shown(), patient)
    .toEqual([
      expect.stringContaining(`${waiting} was not run`),
      'A new session starts with your next message. The running turn was ended.',
    ])
  network().say({ text: 'hi' })
  await expect.poll(() => shown().at(-1), patient).toBe('Hello.')
  expect(seenBy(provider.requests.at(-1)?.body)).not.toContain('stay')
  expect((await store.sessions.find({})).filter(({ link }) => link !== undefined)).toEqual([])
})

test('/branch continues in the branch', async () => {
  const world = await serveFriends()
  await say(world, { text: 'about tea' })
  expect(await say(world, { text: '/branch' })).toContain('You continue in the branch')
  await say(world, { text: 'green?' })
  const records = await world.store.sessions.find({})
  const isBranch = ({ link }: (typeof records)[number]) => link === 'branch'
  expect(records.find(isBranch)).toMatchObject({ messageCount: 4 })
  expect(records.find((record) => !isBranch(record))).toMatchObject({ messageCount: 2 })
})

test("/resume does not open another person's session", async () => {
  const world = await serveFriends()
  await say(world, { text: 'a secret' })
  const [secret = ''] = await sessionsOf(world)
  const bob = { chatId: 'bob', sender: { id: 'bob' } }
  expect(await say(world, { text: `/resume ${secret}`, ...bob })).toContain('No session has the id')
  await say(world, { text: 'hello', ...bob })
  expect(seenBy(world.provider.requests.at(-1)?.body)).not.toContain('secret')
})

test('/resume does not open a private session where others can read it', async () => {
  const world = await serveFriends()
  await say(world, { text: 'a secret' })
  const [secret = ''] = await sessionsOf(world)
  const thread = { chatId: 'team', threadId: '7', chatType: 'group', isAddressed: true } as const
  expect(await say(world, { text: `/resume ${secret}`, ...thread })).toMatch(/Several people share this conversation/)
  await say(world, { text: 'hello', ...thread })
  expect(seenBy(world.provider.requests.at(-1)?.body)).not.toContain('secret')
})
