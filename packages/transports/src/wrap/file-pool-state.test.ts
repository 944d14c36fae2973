import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TransportError } from '@hermes/core'
import { fail, scripted, text } from '@hermes/testkit'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { fingerprintOf } from './credential.js'
import { createFilePoolState } from './file-pool-state.js'
import { withCredentialPool } from './with-credential-pool.js'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hermes-pool-'))
  onTestFinished(() => rm(folder, { recursive: true }))
})

const inAnHour = () => ({ untilMs: Date.now() + 3_600_000, kind: 'rate-limit' as const })

test('restores cooldowns after a restart from a file without keys', async () => {
  const path = join(folder, 'state', 'pool.json')
  const asked: string[] = []
  const open = () =>
    withCredentialPool({
      credentials: [{ key: 'sk-limited-key' }, { key: 'sk-other-key' }],
      create: ({ key }) => {
        const limited = fail(new TransportError('auth', 'No credit.', { status: 402 }))
        const inner = scripted(key === 'sk-limited-key' ? [limited] : [text('ok')])
        return {
          ...inner,
          stream(...call) {
            asked.push(key)
            return inner.stream(...call)
          },
        }
      },
      state: createFilePoolState(path),
    })
  const request = { model: 'm', system: '', messages: [{ role: 'user' as const, content: 'Hello' }], tools: [] }
  for (const pool of [open(), open()]) {
    for await (const _ of pool.stream(request, { signal: new AbortController().signal }));
  }
  expect(asked).toEqual(['sk-limited-key', 'sk-other-key', 'sk-other-key'])
  const content = await readFile(path, 'utf8')
  expect(content).toContain(fingerprintOf('sk-limited-key'))
  expect(content).not.toMatch(/limited-key|other-key/)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await readdir(join(folder, 'state'))).toEqual(['pool.json'])
})

test('keeps concurrent writes, and drops ended cooldowns', async () => {
  const path = join(folder, 'pool.json')
  const state = createFilePoolState(path)
  await state.save('over', { untilMs: Date.now() - 1, kind: 'auth' })
  await Promise.all(['a', 'b', 'c'].map((name) => state.save(name, inAnHour())))
  expect([...(await createFilePoolState(path).load()).keys()]).toEqual(['a', 'b', 'c'])
})

test.each(['', '{', '[]', '{"cooldowns":[]}', '{"cooldowns":{"a":{"untilMs":"soon"},"b":null}}'])(
  'treats a file of %j as empty, and overwrites it',
  async (content) => {
    const path = join(folder, 'pool.json')
    await writeFile(path, content)
    const state = createFilePoolState(path)
    expect((await state.load()).size).toBe(0)
    await state.save('a', inAnHour())
    expect((await state.load()).size).toBe(1)
  },
)

test('reports a failed write without leaving files behind or blocking the next write', async () => {
  const blocked = join(folder, 'file')
  await writeFile(blocked, '')
  const state = createFilePoolState(join(blocked, 'pool.json'))
  expect((await state.load()).size).toBe(0)
  await expect(state.save('a', inAnHour())).rejects.toMatchObject({ code: 'pool-state/unwritable' })
  expect(await readdir(folder)).toEqual(['file'])
  await rm(blocked)
  await state.save('a', inAnHour())
  expect((await state.load()).size).toBe(1)
})

test('reports an unreadable file', async () => {
  await expect(createFilePoolState(folder).load()).rejects.toMatchObject({ code: 'pool-state/unreadable' })
})
