// Submits numbered inputs to several conversations and is killed without warning at a given moment.
// Runs as a separate Node process on the built packages.
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { type Conversation, createConversations } from '@hermes/conversations'
import { createAgent, type Transport, type TransportEvent, textOf } from '@hermes/core'
import { fakeTools } from '@hermes/testkit'
import { open, type Place } from '../place.ts'

export interface WorkerOptions {
  readonly place: Place
  /** A file with one line per accepted input: `conversation number`. */
  readonly acceptedPath: string
  readonly conversations: readonly string[]
  /** The number of inputs per conversation, across all processes. */
  readonly inputs: number
  /**
   * The checkpoint at which the process dies. If even, it dies there; otherwise, its parent kills it soon afterwards. 0: it ends
   * when everything is done.
   */
  readonly killAt: number
  /** Whether inputs during a turn steer it. */
  readonly isSteering: boolean
}

const options: WorkerOptions = JSON.parse(process.argv[2] ?? '')
const sender = { person: { id: 'local', role: 'admin' }, surface: { kind: 'chat' } } as const
const usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 }
let points = 0

/** Passes a checkpoint at which the process may end, or ask its parent to kill it in the middle of what follows. */
function pass(): void {
  points += 1
  if (points !== options.killAt) return
  if (points % 2 === 0) process.kill(process.pid, 'SIGKILL')
  else process.stdout.write('.')
}

const tools = fakeTools({
  async look() {
    pass()
    await delay(3)
    pass()
    return 'Nothing to see.'
  },
})

/** Answers with the input, after a tool call that can be steered. */
const transport: Transport = {
  id: 'kill-worker',
  apiMode: 'chat_completions',
  async *stream({ messages }): AsyncGenerator<TransportEvent> {
    pass()
    if (options.isSteering && messages.at(-1)?.role === 'user') {
      const look = {
        id: `look-${messages.length}`,
        type: 'function',
        function: { name: 'look', arguments: '{}' },
      } as const
      const message = { role: 'assistant', content: null, tool_calls: [look] } as const
      return yield { type: 'finish', message, reason: 'tool-calls', usage }
    }
    const asked = messages.findLast(({ role }) => role === 'user')
    const content = `Answer to ${textOf(asked?.content ?? null)}`
    for (const text of content.split(/(?<= )/)) {
      await delay(1)
      pass()
      yield { type: 'text-delta', text }
    }
    yield { type: 'finish', message: { role: 'assistant', content }, reason: 'stop', usage }
  },
}

await using store = await open(options.place)
const agent = createAgent({ transport, model: { id: 'm' }, store, tools })
const chosen = { agent, model: { id: 'm', provider: 'p' } }
await using conversations = createConversations({
  store,
  agentFor: async () => chosen,
  busyMode: options.isSteering ? 'steer' : 'queue',
})
pass()
await conversations.resumeQueued()
pass()
await Promise.all(options.conversations.map(work))
// The queue records a steer some time after the turn has read it.
while (options.killAt === 0 && (await store.queue?.list())?.length) await delay(20)

async function work(key: string): Promise<void> {
  const conversation = await conversations.open({ key, seed: { source: 'kill-worker' } })
  void watch(conversation)
  for (let number = acceptedIn(key); number < options.inputs; number++) {
    pass()
    const { accepted } = conversation.submit({ content: `${key} ${number}`, id: `${number}` }, sender)
    pass()
    const { as } = await accepted
    if (!/^(turn|queued|steer|duplicate)$/.test(as)) throw new Error(`${key} ${number} was accepted as ${as}.`)
    appendFileSync(options.acceptedPath, `${key} ${number}\n`)
    pass()
    // Sometimes the queue is empty, and an input starts its turn immediately.
    if (number % 5 === 4) await untilIdle(conversation)
  }
  await untilIdle(conversation)
}

async function watch(conversation: Conversation): Promise<void> {
  for await (const _ of conversation.events({ signal: new AbortController().signal })) pass()
}

async function untilIdle(conversation: Conversation): Promise<void> {
  while (conversation.state.activity !== 'idle' || conversation.state.queued.length > 0) await delay(5)
}

/** Returns where to continue: with the first input whose acceptance is unknown. */
function acceptedIn(key: string): number {
  if (!existsSync(options.acceptedPath)) return 0
  const lines = readFileSync(options.acceptedPath, 'utf8').split('\n')
  const numbers = lines.filter((line) => line.startsWith(`${key} `)).map((line) => Number(line.split(' ')[1]))
  return Math.max(-1, ...numbers) + 1
}
