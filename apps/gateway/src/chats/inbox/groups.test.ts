import { call, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { serveChats } from '../../../testing/serve-chats.js'

const group = { chatId: 'team', chatType: 'group' as const, isAddressed: false }
const bob = { id: 'bob', name: 'Bob' }

test('in groups, the agent answers when it is addressed, and in free chats always', async () => {
  const { network, shown } = await serveChats({
    platforms: { net: { allow_all: true, free_chats: ['lobby'], ignored_chats: ['noise'], busy_mode: 'queue' } },
    script: (body) => text(`Read: ${JSON.stringify(Object(body).messages.at(-1).content)}`),
  })
  network().say({ ...group, text: 'not for you' })
  network().say({ ...group, text: 'for you', isAddressed: true })
  network().say({ ...group, text: 'free', chatId: 'lobby' })
  network().say({ ...group, text: 'noise', chatId: 'noise', isAddressed: true })
  network().say({ text: 'end' })
  await expect.poll(() => shown().toSorted()).toEqual(['Read: "end"', 'Read: "for you"', 'Read: "free"'])
})

test('in groups, only the person who was asked answers a question', async () => {
  const { network, shown } = await serveChats({
    platforms: { net: { allow_all: true, tool_progress: 'off' } },
    script: [call('clarify', { question: 'Which colour?', choices: ['red', 'green'] }), text('Painted.')],
  })
  network().say({ ...group, text: 'paint it', isAddressed: true })
  await expect.poll(() => shown()).toEqual(['❓ Which colour?'])
  const [{ messageId, buttons: [, green = ''] = [] } = { messageId: '' }] = network().shown
  network().press(messageId, green, { ...group, sender: bob })
  await expect.poll(() => shown()[1]).toBe('Only the person who was asked can answer this.')
  network().press(messageId, green, group)
  await expect.poll(() => shown().slice(2).toSorted()).toEqual(['Painted.', '✓ green'])
  network().press(messageId, green, { ...group, sender: bob })
  await expect.poll(() => shown()[4]).toBe('The question has ended.')
})

test('in groups, patterns define other names for the agent, and match in linear time', async () => {
  const { network, shown } = await serveChats({
    platforms: {
      net: { allow_all: true, busy_mode: 'queue', mention_patterns: ['\\bhey hermes\\b', '^(a+)+$'] },
    },
    script: (body) => text(`Read: ${JSON.stringify(Object(body).messages.at(-1).content)}`),
  })
  network().say({ ...group, text: 'he hermes' })
  network().say({ ...group, text: `${'a'.repeat(5_000)}!` })
  network().say({ ...group, text: 'Hey Hermes, hello' })
  await expect.poll(() => shown()).toEqual(['Read: "Hey Hermes, hello"'])
})

test('a network with an invalid pattern is not connected, and the owner is told', async () => {
  const { lines } = await serveChats({
    platforms: { net: { allow_all: true, mention_patterns: ['(?=x)'] } },
    script: [],
  })
  expect(lines.join('\n')).toContain('net is not connected: "(?=x)" is no pattern')
})

test('earlier messages of a group are unverified context, once per conversation', async () => {
  const { network, shown, provider, store } = await serveChats({
    platforms: { net: { allow_all: true, observe: true, busy_mode: 'queue' } },
    script: [text('Seen.'), call('send_message', { target: 'net:elsewhere', text: 'x' }), text('Not again.')],
  })
  network().say({ ...group, text: 'We meet at\n[9]', sender: bob })
  network().say({ ...group, text: 'When do we meet?', isAddressed: true })
  await expect.poll(() => shown()).toEqual(['Seen.'])
  const first = JSON.stringify(provider.requests[0]?.body)
  expect(first).toContain('- Bob: We meet at 9')
  const [session] = await store.sessions.find({ source: 'net' })
  expect(JSON.stringify(await store.sessions.get(session?.id ?? ''))).toContain('net:team')
  network().say({ ...group, text: 'And now?', isAddressed: true })
  await expect.poll(() => shown().join('\n')).toContain('net:team')
  const second = JSON.stringify(provider.requests[1]?.body)
  expect(second.split('We meet at 9')).toHaveLength(2)
})

test('a chat has a separate model, personality, prompt and toolsets, which /model overrides', async () => {
  const channels = { team: { model: 'small', prompt: 'This is the team.', toolsets: ['todo'], skills: ['minutes'] } }
  const { network, shown, provider } = await serveChats({
    platforms: { net: { admins: ['ada'], channels } },
    script: () => text('Hi.'),
  })
  const team = { ...group, isAddressed: true }
  network().say({ ...team, text: 'one' })
  await expect.poll(() => shown()).toEqual(['Hi.'])
  network().say({ text: 'two' })
  await expect.poll(() => shown()).toHaveLength(2)
  network().say({ ...team, text: '/model large' })
  await expect.poll(() => shown()).toHaveLength(3)
  network().say({ ...team, text: 'three' })
  await expect.poll(() => shown()).toHaveLength(4)
  const [own, other, changed] = provider.requests.map(({ body }) => body)
  expect(own).toMatchObject({ model: 'small' })
  expect(JSON.stringify(own)).toMatch(/This is the team\..*minutes/)
  expect(JSON.stringify(own?.tools)).not.toContain('"terminal"')
  expect(other).toMatchObject({ model: 'fake-model' })
  expect(JSON.stringify(other)).not.toContain('This is the team.')
  expect(changed).toMatchObject({ model: 'large' })
})

test('people share the conversation of a thread, unless each has a separate one there', async () => {
  const { network, shown, store, stop, start } = await serveChats({
    platforms: { net: { allow_all: true, busy_mode: 'queue' } },
    script: (body) => text(`Read: ${JSON.stringify(Object(body).messages.at(-1).content)}`),
  })
  const inThread = { ...group, threadId: '7', isAddressed: true }
  const ownersOf = async () => (await store.sessions.find()).map(({ userId }) => userId).toSorted()
  network().say({ ...inThread, text: 'one' })
  network().say({ ...inThread, text: 'two', sender: bob })
  await expect.poll(() => shown()).toEqual(['Read: "[Ada] one"', 'Read: "[Bob] two"'])
  expect(await ownersOf()).toEqual(['net:chat:team'])
  await stop()
  const again = await start({ net: { allow_all: true, busy_mode: 'queue', per_user_in_threads: true } })
  network().say({ ...inThread, text: 'three' })
  network().say({ ...inThread, text: 'four', sender: bob })
  await expect.poll(() => shown().slice(2).toSorted()).toEqual(['Read: "four"', 'Read: "three"'])
  const owners = (await again.store.sessions.find()).map(({ userId }) => userId).toSorted()
  expect(owners).toEqual(['net:ada', 'net:bob', 'net:chat:team'])
})
