import { setImmediate } from 'node:timers/promises'
import type { Conversation, Conversations } from '../../packages/conversations/dist/index.js'
import type { Agent, Transport, TransportEvent } from '../../packages/core/dist/index.js'
import type { Benchmark, Figures, Prepare } from '../benchmark.ts'

const turns = 4_000
const blocks = 8
const deltas = 100_000
const onlookers = 10

/** Measures the overhead of a live conversation over `Agent.run`, with a model that answers immediately. */
export const conversations: Benchmark = {
  id: 'conversations',
  title: `${turns} turns in new conversations, and ${deltas} deltas for ${onlookers} onlookers`,
  rounds: 7,
  floor: 'agent',
  contenders: { agent: bySides('agent'), hermes: bySides('hermes'), onlookers: events },
  targets: [
    { contender: 'hermes', figure: 'submitUs', limit: 60 },
    { contender: 'onlookers', figure: 'eventUs', limit: 1 },
  ],
}

const sender = { person: { id: 'local', role: 'admin' }, surface: { kind: 'api' } } as const
const seed = { source: 'bench' }

interface Sides {
  readonly agent: Agent
  readonly conversations: Conversations
}

async function createSides(transport: Transport): Promise<Sides> {
  const { createAgent, createMemoryStore } = await import('../../packages/core/dist/index.js')
  const { createConversations } = await import('../../packages/conversations/dist/index.js')
  const store = createMemoryStore()
  const agent = createAgent({ transport, model: { id: 'bench' }, store })
  const chosen = { agent, model: { id: 'bench', provider: 'bench' } }
  return { agent, conversations: createConversations({ store, agentFor: async () => chosen }) }
}

/**
 * Runs both sides in one process, alternating. CPU time is measured, so that other work on the machine does not count. The
 * agent's events are read, as every program does.
 */
function bySides(side: 'agent' | 'hermes'): Prepare {
  return async () => {
    const { agent, conversations } = await createSides(answering(1))
    let number = 0
    const run = async () => {
      const started = agent.run('Hi', { sessionId: `agent-${++number}`, session: seed })
      for await (const event of started) if (event.type === 'turn-end') break
      await started.result
    }
    return async (): Promise<Figures> => {
      const spent = { agent: 0, hermes: 0 }
      for (let block = 0; block < blocks; block++) {
        spent.agent += await cpuOf(async () => {
          for (let turn = 0; turn < turns / blocks; turn++) await run()
        })
        const opened: Conversation[] = []
        for (let turn = 0; turn < turns / blocks; turn++) {
          opened.push(await conversations.open({ seed, id: `conversation-${++number}` }))
        }
        spent.hermes += await cpuOf(async () => {
          for (const conversation of opened) await conversation.submit({ content: 'Hi' }, sender).ended
        })
      }
      const turnUs = spent[side] / turns
      return side === 'agent' ? { turnUs } : { turnUs, submitUs: (spent.hermes - spent.agent) / turns }
    }
  }
}

async function cpuOf(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

async function events() {
  const { conversations } = await createSides(answering(deltas))
  const timed = async (count: number) => {
    const conversation = await conversations.open({ seed })
    const controller = new AbortController()
    const readers = Array.from({ length: count }, () => readAll(conversation, controller.signal))
    const spent = await cpuOf(async () => {
      await conversation.submit({ content: 'Hi' }, sender).ended
      await Promise.all(readers)
    })
    controller.abort()
    return spent
  }
  return async (): Promise<Figures> => {
    const one = await timed(1)
    const many = await timed(1 + onlookers)
    return { eventUs: (many - one) / (deltas * onlookers) }
  }
}

async function readAll(conversation: Conversation, signal: AbortSignal): Promise<void> {
  for await (const event of conversation.events({ signal })) if (event.type === 'turn-done') return
}

/** Creates a transport that delivers each delta separately, as from a network, without joining them. */
function answering(pieces: number): Transport {
  const usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 }
  const words = Array.from({ length: 997 }, (_, index) => `${(index * 7919) % 997} `)
  return {
    id: 'bench',
    apiMode: 'chat_completions',
    async *stream(): AsyncGenerator<TransportEvent> {
      let content = ''
      for (let index = 0; index < pieces; index++) {
        const text = words[(index * 31 + ((index / 997) | 0)) % 997] ?? ''
        content += text
        yield { type: 'text-delta', text }
        if (pieces > 1) await Promise.resolve()
        if (index % 1000 === 999) await setImmediate()
      }
      yield { type: 'finish', message: { role: 'assistant', content }, reason: 'stop', usage }
    },
  }
}
