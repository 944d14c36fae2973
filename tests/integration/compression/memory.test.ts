import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createCompressor } from '@hermes/compressor'
import { createAgent, type Message, type ModelRequest, type Transport, type TransportEvent } from '@hermes/core'
import { fakeTools } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { resultOf } from './long-work.js'
import { openTemporaryStore } from './open-store.js'

const iterations = 1_200
const contextWindow = 32_000

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

async function settle(): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await turnOfTheLoop()
    collectGarbage()
  }
  await turnOfTheLoop()
}

/** Creates a model that calls a tool repeatedly, and only keeps weak references to received messages. */
function createForgetfulModel() {
  const known = new WeakSet<Message>()
  const sent: WeakRef<Message>[] = []
  const alive = { inHistory: 0, all: 0 }
  let step = 0

  async function* stream({ messages }: ModelRequest): AsyncGenerator<TransportEvent> {
    step += 1
    for (const message of messages) {
      if (known.has(message)) continue
      known.add(message)
      sent.push(new WeakRef(message))
    }
    const isLast = step === iterations
    if (isLast) {
      await settle()
      alive.inHistory = messages.length
      alive.all = sent.filter((reference) => reference.deref()).length
    }
    const usage = { outputTokens: 20, cacheReadTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 }
    const inputTokens = Math.ceil(JSON.stringify(messages).length / 4)
    const call = {
      id: `call_${step}`,
      type: 'function',
      function: { name: 'work', arguments: `{"step":${step}}` },
    } as const
    yield {
      type: 'finish',
      message: isLast
        ? { role: 'assistant', content: 'Done.' }
        : { role: 'assistant', content: null, tool_calls: [call] },
      reason: isLast ? 'stop' : 'tool-calls',
      usage: { ...usage, inputTokens },
    }
  }
  const transport: Transport = { id: 'forgetful', apiMode: 'chat_completions', stream }
  return { transport, alive, sent }
}

test('frees compressed messages during a turn', async () => {
  const store = await openTemporaryStore()
  const { transport, alive, sent } = createForgetfulModel()
  const agent = createAgent({
    transport,
    store,
    model: { id: 'm', contextWindow },
    tools: fakeTools({ work: ({ step }) => resultOf(Number(step)) }),
    contextEngine: createCompressor(),
    budget: { maxIterations: 0 },
  })
  const run = agent.run('Work.', { sessionId: 's' })
  let compressions = 0
  for await (const event of run)
    if (event.type === 'compression-end' && event.status === 'compressed') compressions += 1
  expect((await run.result).finalResponse).toBe('Done.')
  expect(compressions).toBeGreaterThan(10)
  expect(sent.length).toBeGreaterThan(iterations)
  // The history, the messages of the previous compression, and a few in transit.
  expect(alive.all).toBeLessThan(3 * alive.inHistory + 20)
}, 120_000)
