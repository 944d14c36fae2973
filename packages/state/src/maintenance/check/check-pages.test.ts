import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createSqliteStore } from '../../sqlite/sqlite-store.js'
import { withReader } from '../files/open-existing.js'
import { checkPages } from './check-pages.js'

const folder = mkdtempSync(join(tmpdir(), 'hermes-pages-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('reduces a report about many pages to its first finding and the number of others', async () => {
  const path = join(folder, 'state.db')
  {
    await using store = await createSqliteStore({ path, synchronous: 'NORMAL' })
    await store.sessions.create({ id: 's', source: 'cli', startedAtMs: 1 })
    const message = { message: { role: 'user', content: 'tea '.repeat(700) }, timestampMs: 1 } as const
    await store.messages.append(
      's',
      Array.from({ length: 100 }, () => message),
    )
  }
  const bytes = readFileSync(path)
  writeFileSync(path, bytes.fill(0xee, bytes.length - 30 * 4096))
  const [first, ...others] = await withReader(path, (database) => checkPages(database, 'full'))
  expect(first?.text).toMatch(/^SQLite: Tree \d+ page \d+.*, and \d+ more findings\.$/)
  for (const { text } of [first, ...others].filter((each) => each !== undefined)) expect(text.length).toBeLessThan(200)
})
