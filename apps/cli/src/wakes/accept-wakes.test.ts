import { createConversations } from '@hermes/conversations'
import { createAgent, createMemoryStore } from '@hermes/core'
import type { ProcessWake, WakeAnswer } from '@hermes/runtime'
import { scripted, text } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { cliSender } from '../setup/open-conversation.js'
import { acceptWakes } from './accept-wakes.js'

const wake = (sessionId: string) => ({ sessionId, processIds: ['proc_1'], content: 'news' })

/** Opens a conversation on the screen. */
async function open() {
  const [store, transport] = [createMemoryStore(), scripted([text('Hi.'), text('I go on.')])]
  const agent = createAgent({ transport, model: { id: 'm' }, store })
  const agentFor = async () => ({ agent, model: { id: 'm', provider: 'p' } })
  const conversations = createConversations({ store, agentFor })
  onTestFinished(() => conversations[Symbol.asyncDispose]())
  const conversation = await conversations.open({ seed: { source: 'cli' } })
  const screen = new AbortController()
  const watching = (async () => {
    for await (const event of conversation.events({ signal: screen.signal })) void event
  })()
  const leave = async () => {
    screen.abort()
    await watching
  }
  onTestFinished(leave)
  let isFree = true
  let take: (given: ProcessWake) => Promise<WakeAnswer> = async () => 'none'
  acceptWakes({
    processes: {
      onWake: (taking) => {
        take = taking
      },
    },
    conversations,
    sender: cliSender,
    isFree: () => isFree,
  })
  return {
    conversation,
    conversations,
    requests: transport.requests,
    leave,
    answer: (id = conversation.id) => take(wake(id)),
    setFree: (value: boolean) => {
      isFree = value
    },
  }
}

test('starts a turn in the conversation on the screen, and in no other', async () => {
  const { conversation, answer, requests, leave } = await open()
  expect(await answer('another')).toBe('none')
  expect(await answer()).toBe('taken')
  await expect.poll(() => conversation.state.activity).toBe('idle')
  expect(requests).toHaveLength(1)
  await leave()
  expect(await answer()).toBe('none')
})

test('waits while the user is asked something, or a turn runs', async () => {
  const { conversation, answer, setFree, requests } = await open()
  setFree(false)
  expect(await answer()).toBe('busy')
  setFree(true)
  const work = Promise.withResolvers<void>()
  const between = conversation.betweenTurns(() => work.promise)
  expect(await answer()).toBe('busy')
  work.resolve()
  await between
  expect(requests).toEqual([])
  expect(await answer()).toBe('taken')
})
