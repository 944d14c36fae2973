import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type Conversation, createConversations } from '@hermes/conversations'
import { createAgent, createMemoryStore } from '@hermes/core'
import { scripted, text } from '@hermes/testkit'
import { expect, test } from 'vitest'

setFlagsFromString('--expose-gc')
const collect: () => Promise<void> = runInNewContext('gc')
const sender = { person: { id: 'local', role: 'admin' }, surface: { kind: 'chat' } } as const

/** Returns the heap size after garbage collection. */
async function heldBytes(): Promise<number> {
  for (let round = 0; round < 3; round++) {
    await collect()
    await new Promise((resolve) => setTimeout(resolve, 0))
  }
  return process.memoryUsage().heapUsed
}

function* answers() {
  for (let number = 0; ; number++) yield text(`Answer ${number}`)
}

function start() {
  const store = createMemoryStore()
  const { queue: _, ...kept } = store
  const agent = createAgent({ transport: scripted(answers()), model: { id: 'm' }, store })
  return createConversations({ store: kept, agentFor: async () => ({ agent, model: { id: 'm', provider: 'p' } }) })
}

const open = (conversations: ReturnType<typeof start>, number: number) =>
  conversations.open({ seed: { source: 'test' }, id: `conversation-${number}` })

test('frees idle conversations among 10,000', async () => {
  await using conversations = start()
  const opened: Conversation[] = []
  for (let number = 0; number < 100; number++) opened.push(await open(conversations, number))
  const before = await heldBytes()
  for (let number = 100; number < 10_100; number++) await open(conversations, number)
  const perIdle = ((await heldBytes()) - before) / 10_000
  expect(perIdle, 'bytes of a conversation that nobody holds').toBeLessThan(200)
  const withOnlookers = await heldBytes()
  const controller = new AbortController()
  for (const conversation of opened) conversation.events({ signal: controller.signal })
  const perLive = ((await heldBytes()) - withOnlookers) / opened.length
  expect(perLive, 'bytes of an onlooker').toBeLessThan(20_000)
  expect(conversations.live).toHaveLength(100)
  controller.abort()
  expect(conversations.live).toHaveLength(0)
}, 60_000)

test('bounds the memory of an onlooker that never reads', async () => {
  await using conversations = start()
  const conversation = await open(conversations, 1)
  const { signal } = new AbortController()
  const sleeper = conversation.events({ signal })
  for (let turn = 0; turn < 20; turn++) await conversation.submit({ content: 'Go on.' }, sender).ended
  const said = (turn: number) => Array.from({ length: 50_000 }, (_, index) => `${turn}${index}`).join(' ')
  const before = await heldBytes()
  for (let turn = 0; turn < 40; turn++) conversation.notify({ code: 'test', text: said(turn) })
  expect((await heldBytes()) - before).toBeLessThan(2_000_000)
  const { value } = await sleeper[Symbol.asyncIterator]().next()
  expect(value?.type).toBe('lagged')
}, 60_000)
