import Database from 'better-sqlite3'
import type { Message, NewMessage } from '../../packages/core/dist/index.js'
import type { Benchmark } from '../benchmark.ts'
import { createProductStore } from '../product.ts'

const count = 2000
const id = 'bench'

export const loadSession: Benchmark = {
  id: 'load-session',
  title: `a session of ${count} messages, half of them calls and their results, read back`,
  rounds: 15,
  floor: 'floor-select',
  contenders: {
    'floor-select': async ({ folder }) => {
      await fill(`${folder}/state.db`)
      const database = new Database(`${folder}/state.db`, { readonly: true })
      const select = database.prepare<[string], Row>('select * from messages where session_id = ? order by id')
      return async () => expectAll(select.all(id).map(toMessage))
    },
    // A process reads them once: see `hermes-again`.
    hermes: async ({ folder }) => {
      await fill(`${folder}/state.db`)
      return async () => {
        await using store = await createProductStore(`${folder}/state.db`, 'FULL')
        const cpu = process.cpuUsage()
        const start = performance.now()
        expectAll(await store.messages.load(id))
        const wallMs = performance.now() - start
        const { user, system } = process.cpuUsage(cpu)
        return { wallMs, cpuMs: (user + system) / 1000 }
      }
    },
    'hermes-again': async ({ folder }) => {
      await fill(`${folder}/state.db`)
      const store = await createProductStore(`${folder}/state.db`, 'FULL')
      return async () => expectAll(await store.messages.load(id))
    },
  },
  targets: [{ contender: 'hermes', figure: 'wallMs', limit: 1.5, against: 'floor-select' }],
}

async function fill(path: string): Promise<void> {
  await using store = await createProductStore(path, 'NORMAL')
  await store.sessions.create({ id, source: 'library', startedAtMs: 1 })
  await store.messages.append(id, Array.from({ length: count }, newMessage))
}

function newMessage(_: unknown, index: number): NewMessage {
  return { message: messageAt(index), timestampMs: index }
}

function messageAt(index: number): Message {
  const call = `call_${Math.floor(index / 4)}`
  const content = `Message ${index}: of the length that most messages have. `.repeat(6)
  if (index % 4 === 0) return { role: 'user', content }
  if (index % 4 === 2) return { role: 'tool', tool_call_id: call, content: content.repeat(4) }
  if (index % 4 === 3) return { role: 'assistant', content }
  const called = { name: 'read_file', arguments: `{"path":"src/file-${index}.ts"}` }
  return { role: 'assistant', content: null, tool_calls: [{ id: call, type: 'function', function: called }] }
}

interface Row {
  readonly role: string
  readonly content: string | null
  readonly tool_calls: string | null
  readonly tool_call_id: string | null
  readonly timestamp: number
}

function toMessage({ role, content, tool_calls, tool_call_id }: Row) {
  return { role, content, tool_call_id, tool_calls: tool_calls === null ? null : JSON.parse(tool_calls) }
}

function expectAll(messages: readonly unknown[]): undefined {
  if (messages.length !== count) throw new Error(`${messages.length} messages were read instead of ${count}.`)
}
