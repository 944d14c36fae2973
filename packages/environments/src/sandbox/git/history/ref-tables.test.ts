import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepRepository } from './kept-repository.js'

/** Tables with the beginning and end of real ones, because the git of stable distributions cannot create them yet. */
let root: string
let data: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'hermes-tables-'))
  data = join(root, 'project/.git')
  for (const folder of ['objects', 'refs', 'reftable']) mkdirSync(join(data, folder), { recursive: true })
  writeFileSync(join(data, 'HEAD'), 'ref: refs/heads/.invalid\n')
  writeFileSync(join(data, 'refs/heads'), 'this repository uses the reftable format\n')
  use(table(1, 1, 'a'), table(2, 2, 'b'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function table(from: number, to: number, content: string): string {
  const head = Buffer.alloc(24)
  head.write('REFT\u0001', 'latin1')
  head.writeBigUInt64BE(BigInt(from), 8)
  head.writeBigUInt64BE(BigInt(to), 16)
  const name = `0x${from}-0x${to}-${content}.ref`
  writeFileSync(join(data, 'reftable', name), Buffer.concat([head, Buffer.from(content), head, Buffer.alloc(44)]))
  return name
}
function use(...names: readonly string[]): void {
  writeFileSync(join(data, 'reftable/tables.list'), names.map((name) => `${name}\n`).join(''))
}

test.each<[string, boolean, () => void]>([
  ['is deleted', true, () => rmSync(join(data, 'reftable'), { recursive: true })],
  ['loses a table', true, () => rmSync(join(data, 'reftable/0x2-0x2-b.ref'))],
  ['has a truncated table', true, () => truncateSync(join(data, 'reftable/0x1-0x1-a.ref'), 9)],
  ['has an empty list', true, () => use()],
  ['is begun anew', true, () => use(table(1, 1, 'c'))],
  ['gets a table', false, () => use('0x1-0x1-a.ref', '0x2-0x2-b.ref', table(3, 3, 'c'))],
  ['has its tables joined', false, () => use(table(1, 2, 'ab'))],
])('when reftable %s, damage is %s', async (_, isDamage, change) => {
  const kept = keepRepository({ data, folder: join(root, 'kept'), filesFolder: join(root, 'files'), now: Date.now })
  await kept.hold()
  change()
  const damage = await kept.look()
  expect(damage?.isAny).toBe(isDamage)
  if (damage) await kept.mend(damage)
  expect((await kept.look())?.isAny).toBe(false)
})
