import { statSync } from 'node:fs'
import Database from 'better-sqlite3'
import type { Benchmark } from '../benchmark.ts'
import { createProductStore } from '../product.ts'

const perSession = 500
const text = 'The kettle in the kitchen is blue, and the build fails at packages/state/src/index.ts:42. '

/** Measures a large, old file: opening it, reading one session, closing it. */
export const largeFile: Benchmark = {
  id: 'large-file',
  title: 'a store of 1 GB: opened, one session of 500 messages loaded, closed',
  rounds: 5,
  warmUps: 1,
  floor: 'floor-sqlite',
  contenders: {
    'floor-sqlite': async ({ folder }) => {
      const path = await makeLargeFile(folder)
      return async () => {
        const database = new Database(path)
        database.prepare('select * from messages where session_id = ? order by id').all('s0')
        database.close()
        return undefined
      }
    },
    hermes: async ({ folder }) => {
      const path = await makeLargeFile(folder)
      return async () => {
        const start = performance.now()
        const store = await createProductStore(path, 'FULL')
        const openMs = performance.now() - start
        await store.messages.load('s0')
        await store[Symbol.asyncDispose]()
        return { openMs, gigabytes: statSync(path).size / 1e9 }
      }
    },
  },
  targets: [{ contender: 'hermes', figure: 'openMs', limit: 50 }],
}

async function makeLargeFile(folder: string): Promise<string> {
  const path = `${folder}/state.db`
  const store = await createProductStore(path, 'NORMAL')
  const content = text.repeat(20)
  for (let number = 0; statSync(path).size < 1e9; number++) {
    const { id } = await store.sessions.create({ id: `s${number}`, source: 'library', startedAtMs: number })
    const message = { role: 'tool', tool_call_id: 'c', name: 'read_file', content } as const
    await store.messages.append(
      id,
      Array.from({ length: perSession }, (_, index) => ({ message, timestampMs: index })),
    )
  }
  await store[Symbol.asyncDispose]()
  return path
}
