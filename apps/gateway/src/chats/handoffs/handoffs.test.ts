import type { JsonObject } from '@hermes/core'
import { handoffQueue } from '@hermes/platforms/messages'
import { createScriptedNetwork, type ScriptedNetwork, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { serveChats } from '../../../testing/serve-chats.js'

const platforms = { net: { owners: ['ada'], allow_from: ['bob'], home_chat: 'ada' } }
const { signal } = new AbortController()
const patient = { timeout: 10_000 }

const readBy = (body: unknown) => JSON.stringify(Object(body).messages)

/** Starts a gateway, and a session of the terminal that shares its store. */
async function serveSession(options: Partial<Parameters<typeof serveChats>[0]> = {}) {
  const world = await serveChats({
    platforms,
    script: (body: JsonObject) => text(readBy(body).includes('teapot') ? 'I know of the teapot.' : 'Who are you?'),
    ...options,
  })
  const { agent } = await world.runtime.agentFor({})
  const session = { source: 'cli', title: 'Tea' }
  const { sessionId } = await agent.run('remember the teapot', { session }).result
  return { ...world, sessionId }
}

test('a terminal session continues with the next message of its owner in the home chat', async () => {
  const { network, shown, runtime, provider, store, sessionId, home } = await serveSession()
  await runtime.handOver(sessionId, 'net', signal)
  await expect
    .poll(() => shown(), patient)
    .toEqual(['**Tea** continues here: write to continue it. Its latest answer:\n\nI know of the teapot.'])

  network().say({ text: 'and now?', chatId: 'ada' })
  await expect.poll(() => shown().length, patient).toBe(2)
  expect(shown()[1]).toBe('I know of the teapot.')
  const asked = readBy(provider.requests.at(-1)?.body)
  expect(asked).toMatch(/remember the teapot.*Not from the user: this conversation continues in a chat.*and now\?/)
  expect(asked).toContain(`Commands and files are those of ${home} now.`)
  network().say({ text: 'still there?', chatId: 'ada' })
  await expect.poll(() => shown().length, patient).toBe(3)
  const stored = (await store.messages.load(sessionId)).map(({ message: { content } }) => JSON.stringify(content))
  expect(stored.filter((content) => content.includes('continues in a chat'))).toHaveLength(1)
  expect(stored.join()).toContain('still there?')
})

test('only its owner continues it, and a shared conversation never does', async () => {
  const { network, shown, runtime, provider, sessionId } = await serveSession()
  await runtime.handOver(sessionId, 'net:kitchen', signal)
  await expect.poll(() => shown().length, patient).toBe(1)
  network().say({ text: 'hello', chatId: 'kitchen', sender: { id: 'bob' } })
  await expect.poll(() => shown()[1], patient).toBe('Who are you?')
  expect(readBy(provider.requests.at(-1)?.body)).not.toContain('remember')

  await runtime.handOver(sessionId, 'net:team:7', signal)
  await expect.poll(() => shown().length, patient).toBe(3)
  const inThread = { chatId: 'team', threadId: '7', chatType: 'group', isAddressed: true } as const
  network().say({ text: 'hello', ...inThread })
  await expect.poll(() => shown().slice(3), patient).toEqual([expect.stringMatching(/is shared/), 'Who are you?'])
})

/** A network where each new message starts a thread, as in mail. */
function createThreadedNetwork(): ScriptedNetwork {
  const network = createScriptedNetwork({ limits: { hasSubjects: true } })
  return {
    ...network,
    connect() {
      const adapter = network.connect()
      return {
        ...adapter,
        async send(message, options) {
          const { chatId, threadId, messageId } = await adapter.send(message, options)
          return { chatId, threadId: threadId ?? messageId, messageId }
        },
      }
    },
  }
}

test('if each message starts a thread, the session continues below the message about it', async () => {
  const threaded = createThreadedNetwork()
  const { runtime, provider, sessionId } = await serveSession({ networks: new Map([['net', threaded]]) })
  await runtime.handOver(sessionId, 'net', signal)
  expect(threaded.shown).toMatchObject([{ subject: 'Tea', text: expect.stringMatching(/continues here/) }])
  threaded.say({ text: 'something else', chatId: 'ada', threadId: 'other' })
  await expect.poll(() => threaded.shown[1]?.text, patient).toBe('Who are you?')
  threaded.say({ text: 'and now?', chatId: 'ada', threadId: threaded.shown[0]?.messageId ?? '' })
  await expect.poll(() => threaded.shown[2]?.text, patient).toBe('I know of the teapot.')
  expect(readBy(provider.requests.at(-1)?.body)).toContain('remember the teapot')
})

test('the session stays in the terminal if the chat does not accept the message about it', async () => {
  const { network, runtime, sessionId, shown } = await serveSession()
  network().failNext('gone')
  await expect(runtime.handOver(sessionId, 'net', signal)).rejects.toThrow(
    /The session stays here\. The chat did not take the message: .*gone/,
  )
  network().say({ text: 'hello', chatId: 'ada' })
  await expect.poll(() => shown(), patient).toEqual(['Who are you?'])
})

test('says why a session cannot continue in a chat', async () => {
  const { runtime, sessionId, shown } = await serveSession({ platforms: { net: { allow_from: ['ada'] } } })
  await expect(runtime.handOver(sessionId, 'net:ada', signal)).rejects.toThrow(/add its id to platforms\.net\.owners/)
  await expect(runtime.handOver(sessionId, 'net', signal)).rejects.toThrow(/names no chat/)
  await expect(runtime.handOver(sessionId, 'signal', signal)).rejects.toThrow(/no chat network "signal"/)
  await expect(runtime.handOver('unknown', 'net:ada', signal)).rejects.toThrow(/does not exist/)
  expect(shown()).toEqual([])
})

test('a handoff without a gateway is withdrawn', async () => {
  const { runtime, sessionId, gateway, store } = await serveSession()
  await gateway.stop(0)
  const leaving = new AbortController()
  const handedOver = runtime.handOver(sessionId, 'net', leaving.signal)
  leaving.abort(new Error('enough'))
  await expect(handedOver).rejects.toThrow('enough')
  expect(await store.queue?.list({ queue: handoffQueue })).toEqual([])
})
