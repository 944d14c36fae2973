import Database from 'better-sqlite3'
import type { Benchmark } from '../benchmark.ts'
import { createProductStore } from '../product.ts'

const sessions = 100
const each = 20
const content = 'A message of the length that most messages have. '.repeat(6)

/** Measures one process with many agents: concurrent appends are stored in one transaction. */
export const groupCommit: Benchmark = {
  id: 'group-commit',
  title: `${sessions} sessions of one process store ${each} messages each, synchronous = FULL (the default)`,
  rounds: 3,
  warmUps: 1,
  floor: 'floor-one-by-one',
  contenders: {
    'floor-one-by-one': async ({ folder }) => {
      const path = `${folder}/state.db`
      const store = await createProductStore(path, 'FULL')
      await createSessions(store)
      await store[Symbol.asyncDispose]()
      const database = new Database(path)
      database.pragma('synchronous = FULL')
      const insert = database.prepare('insert into messages (session_id, role, content, timestamp) values (?, ?, ?, ?)')
      return async () => {
        for (let index = 0; index < sessions * each; index++) insert.run(`s${index % sessions}`, 'user', content, 1)
        return undefined
      }
    },
    hermes: async ({ folder }) => {
      const store = await createProductStore(`${folder}/state.db`, 'FULL')
      await createSessions(store)
      const message = { role: 'user', content } as const
      const talk = async (id: string) => {
        for (let index = 0; index < each; index++) await store.messages.append(id, [{ message, timestampMs: 1 }])
      }
      return async () => {
        await Promise.all(Array.from({ length: sessions }, (_, number) => talk(`s${number}`)))
        return undefined
      }
    },
  },
  targets: [{ contender: 'hermes', figure: 'wallMs', limit: 0.25, against: 'floor-one-by-one' }],
}

async function createSessions(store: Awaited<ReturnType<typeof createProductStore>>): Promise<void> {
  for (let number = 0; number < sessions; number++) {
    await store.sessions.create({ id: `s${number}`, source: 'library', startedAtMs: 1 })
  }
}
