import { createMemoryStore, type SlashCommandContext } from '@hermes/core'
import { expect, test } from 'vitest'
import { tempHome } from '../../../testing/temp-home.js'
import { configSchema } from '../../schema/config-schema.js'
import { memoryCommand } from './memory-command.js'
import { openMemory } from './open-memory.js'
import { personOf } from './person-of.js'

async function setUp() {
  const store = createMemoryStore()
  const { memory: settings } = configSchema.parse({ memory: { write_approval: true } })
  const { files, writes } = openMemory({ settings, paths: await tempHome(), store })
  const command = memoryCommand({
    files,
    writes,
    personOf: ({ sessionId, person }) => personOf(store, sessionId, person?.id),
  })
  const run = async (args: string, id = 'local') => {
    const context: SlashCommandContext = {
      sessionId: `session of ${id}`,
      person: { id, role: id === 'local' ? 'admin' : 'user' },
      signal: new AbortController().signal,
      report: () => undefined,
    }
    return JSON.stringify(await command.run(args, context))
  }
  const propose = async (content: string, person?: string) => {
    const outcome = await writes.write({ target: 'user', edits: [{ action: 'add', content }], by: 'tool', person })
    return outcome.status === 'pending' ? outcome.pending.id : ''
  }
  return { store, run, propose }
}

test('shows what is pending, applies it, and undoes it', async () => {
  const { run, propose } = await setUp()
  expect(await run('')).toContain('Nothing is remembered yet.')
  const id = await propose('Lives in Utrecht.')
  expect(await run('pending')).toContain('+ Lives in Utrecht.')
  expect(await run('show')).not.toContain('Utrecht')
  expect(await run(`approve ${id}`)).toContain('1 change applied.')
  expect(await run('show')).toContain('Lives in Utrecht.')
  expect(await run('history')).toContain('"by":"tool"')
  expect(await run('undo')).toContain('- Lives in Utrecht.')
  expect(await run('history')).toContain('tool (undone)')
  await propose('Likes tea.')
  expect(await run('reject all')).toContain('1 change dropped.')
  expect(await run('pending')).toContain('No changes wait')
})

test('is about the person of the session, or before it exists, about the person who asks', async () => {
  const { store, run, propose } = await setUp()
  const id = await propose('Lives in Oslo.', 'ada')
  expect(await run('pending')).not.toContain('Oslo')
  expect(await run('pending', 'bob')).not.toContain('Oslo')
  await expect(run(`approve ${id}`, 'bob')).rejects.toMatchObject({ code: 'memory/unknown' })
  expect(await run('pending', 'ada')).toContain('Oslo')
  // Callers of the API choose their names, so none of them is the owner.
  await store.sessions.create({ id: 'session of local', source: 'api_server', userId: 'local', startedAtMs: 0 })
  await propose('Owns this machine.')
  expect(await run('pending', 'local')).not.toContain('Owns')
})

test('asks once about a change that is requested twice', async () => {
  const { run, propose } = await setUp()
  const id = await propose('Lives in Utrecht.')
  expect(await propose('Lives in Utrecht.')).toBe(id)
  expect(await propose('Lives in Oslo.')).not.toBe(id)
  expect(await propose('Lives in Utrecht.', 'ada')).not.toBe(id)
  expect(await run('approve all')).toContain('2 changes applied.')
})

test('explains a mistake', async () => {
  const { run } = await setUp()
  expect(await run('forget')).toContain('Usage: /memory')
  await expect(run('approve')).rejects.toThrow('Name the change')
  await expect(run('undo nothing')).rejects.toMatchObject({ code: 'memory/unknown' })
})
