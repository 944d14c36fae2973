import { createConversations } from '@hermes/conversations'
import { createCommandTable } from '@hermes/conversations/commands'
import { createAgent, createMemoryStore } from '@hermes/core'
import { scripted, text } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { cliSender } from '../setup/open-conversation.js'
import { heartbeatCommand } from './heartbeat-command.js'
import { createHeartbeats } from './heartbeats.js'

/** Opens a conversation on the screen whose time passes when the test says so. */
async function openScreen(answers: Parameters<typeof scripted>[0]) {
  const [store, transport] = [createMemoryStore(), scripted(answers)]
  const model = { id: 'm', provider: 'p' }
  const agent = createAgent({ transport, model: { id: 'm' }, store })
  const timers: { callback: () => void; delayMs: number }[] = []
  const errors: unknown[] = []
  const heartbeats = createHeartbeats({
    onError: (error) => void errors.push(error),
    startTimer(callback, delayMs) {
      const timer = { callback, delayMs }
      timers.push(timer)
      return () => void timers.splice(timers.indexOf(timer), 1)
    },
  })
  const conversations = createConversations({
    store,
    agentFor: async () => ({ agent, model }),
    commands: createCommandTable({ commands: [heartbeatCommand(heartbeats)] }),
  })
  onTestFinished(() => conversations[Symbol.asyncDispose]())
  const conversation = await conversations.open({ seed: { source: 'cli' } })
  const screen = new AbortController()
  const said: string[] = []
  const watching = (async () => {
    for await (const event of conversation.events({ signal: screen.signal })) {
      if (event.type === 'turn-begin') said.push(String(event.input))
    }
  })()
  onTestFinished(async () => {
    screen.abort()
    await watching
  })
  return {
    conversation,
    said,
    errors,
    requests: transport.requests,
    leave: async () => {
      screen.abort()
      await watching
    },
    waits: () => timers.map(({ delayMs }) => delayMs),
    beat() {
      const [timer] = timers.splice(0, 1)
      timer?.callback()
    },
    async say(line: string) {
      const end = await conversation.submit({ content: line }, cliSender).ended
      return end.status === 'command' && 'text' in end.outcome ? end.outcome.text : end.status
    },
  }
}

test('submits the prompt repeatedly in the conversation on the screen', async () => {
  const { beat, say, said, requests, waits, conversation } = await openScreen([
    text('Hi.'),
    text('Red.'),
    text('Green.'),
  ])
  await say('hello')
  expect(await say('/heartbeat every 30m check the build')).toMatch(/^every 30m, .*: check the build$/)
  expect(waits()).toEqual([1_800_000])
  beat()
  await expect.poll(() => said.at(-1)).toMatch(/^\[Heartbeat, every 30m: .*\]\n\ncheck the build$/s)
  await expect.poll(() => requests.length).toBe(2)
  expect(requests[1]?.messages.map(({ content }) => content)).toContain('hello')
  await expect.poll(() => conversation.state.activity).toBe('idle')
  beat()
  await expect.poll(() => requests.length).toBe(3)
  expect(waits()).toEqual([1_800_000])
})

test('replaces a heartbeat with a new one, and ends it with off', async () => {
  const { say, waits } = await openScreen([])
  expect(await say('/hb')).toContain('There is no heartbeat here')
  await say('/hb every 30m check the build')
  await say('/hb every 1h look at the mail')
  expect(waits()).toEqual([3_600_000])
  expect(await say('/hb')).toMatch(/^every 1h, .*: look at the mail$/)
  expect(await say('/hb every 5s look')).toContain('whole minutes')
  expect(waits()).toEqual([3_600_000])
  expect(await say('/hb off')).toBe('The heartbeat has ended.')
  expect(waits()).toEqual([])
  expect(await say('/hb off')).toContain('There is no heartbeat here')
})

test('submits nothing while a turn runs', async () => {
  let answer: () => void = () => undefined
  const waiting = new Promise<void>((resolve) => {
    answer = resolve
  })
  const { beat, say, said, waits, conversation } = await openScreen([
    async () => {
      await waiting
      return text('Done.')
    },
  ])
  await say('/hb every 30m check the build')
  const turn = say('a long one')
  await expect.poll(() => said).toEqual(['a long one'])
  beat()
  expect(conversation.state.queued).toEqual([])
  expect(waits()).toEqual([1_800_000])
  answer()
  await turn
  expect(said).toEqual(['a long one'])
})

test('ends once the conversation is no longer on a screen', async () => {
  const { beat, say, leave, requests, waits } = await openScreen([text('Hi.')])
  await say('hello')
  await say('/hb every 30m check the build')
  await leave()
  beat()
  expect(waits()).toEqual([])
  expect(requests).toHaveLength(1)
})
