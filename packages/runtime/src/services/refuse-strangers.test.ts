import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryStore } from '@hermes/core'
import { resolvePath } from '@hermes/safety/files'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { refuseStrangers } from './refuse-strangers.js'

let folder: string
let lookups: number
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'hermes-strangers-')))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  lookups = 0
  for (const name of ['people', 'work']) await mkdir(join(folder, name))
})

interface Call {
  readonly taskId: string
  readonly sessionId?: string
}

/** Creates the check. `agent` is the home of the agent, a profile in `root`. */
function refuse(store = createMemoryStore()) {
  const home = join(folder, 'root/profiles/agent')
  const refuseFile = refuseStrangers({
    store,
    temporaryFolder: async () => join(home, 'cache/sandbox/temporary'),
    async findFolders() {
      lookups += 1
      const memory = await resolvePath(join(folder, 'memories'))
      return {
        memory,
        spill: join(home, 'cache/spillover'),
        received: join(home, 'cache/received'),
        receivedBy: (conversation) => join(home, 'cache/received', conversation),
        shared: [join(folder, 'work'), home, join(home, 'workspace')],
        homes: [home, join(folder, 'root')],
        open: [join(home, 'skills')],
      }
    },
  })
  return (path: string, call: Call) => refuseFile({ operation: 'read', path: join(folder, path), call })
}

/** Creates a conversation of Bob, a branch of it, and a conversation of the owner. */
async function conversations() {
  const store = createMemoryStore()
  await store.sessions.create({ id: 'of-bob', source: 'net', userId: 'bob', startedAtMs: 0 })
  await store.sessions.create({
    id: 'branch',
    source: 'net',
    userId: 'bob',
    parentSessionId: 'of-bob',
    link: 'branch',
    startedAtMs: 0,
  })
  await store.sessions.create({ id: 'of-owner', source: 'net', startedAtMs: 0 })
  return refuse(store)
}

const inHome = (name: string) => `root/profiles/agent/${name}`
const resultOf = (id: string) =>
  inHome(`cache/spillover/output-${createHash('sha256').update(id).digest('hex').slice(0, 16)}-call-1.txt`)

test('finds the folders once for a call that looks at many files', async () => {
  const refused = refuse()
  const call = { taskId: 'search' }
  const reasons = await Promise.all(Array.from({ length: 100 }, (_, number) => refused(`work/${number}`, call)))
  expect([new Set(reasons), lookups]).toEqual([new Set([undefined]), 1])
})

test('resolves folders again for the next call', async () => {
  const refused = refuse()
  await writeFile(join(folder, 'people/ann.md'), 'likes tea')
  expect(await refused('people/ann.md', { taskId: 'first' })).toBeUndefined()
  await symlink(join(folder, 'people'), join(folder, 'memories'))
  expect(await refused('people/ann.md', { taskId: 'second' })).toMatch('remembered about people')
})

test.each(['config.yaml', 'logs/audit.jsonl', 'cron/output/job/now.md', 'cache/speech/said.mp3', 'CONFIG.yaml', ''])(
  'lets only the owner read "%s" of the home',
  async (name) => {
    const refused = await conversations()
    for (const sessionId of ['of-bob', 'branch', 'unknown']) {
      expect(await refused(inHome(name), { taskId: sessionId, sessionId }), sessionId).toMatch(/which its owner reads/)
    }
    expect(await refused(inHome(name), { taskId: 'none' })).toMatch(/which its owner reads/)
    expect(await refused(inHome(name), { taskId: 'of-owner', sessionId: 'of-owner' })).toBeUndefined()
  },
)

test.each(['root/config.yaml', 'root/profiles/other/logs/audit.jsonl', 'ROOT/Profiles/Agent/config.yaml'])(
  'protects the homes around it, too: %s',
  async (path) => {
    const refused = await conversations()
    expect(await refused(path, { taskId: 'a', sessionId: 'of-bob' })).toMatch(/which its owner reads/)
  },
)

test.each(['workspace/notes.md', 'skills/one/SKILL.md'])('lets everybody read %s', async (name) => {
  const refused = await conversations()
  expect(await refused(inHome(name), { taskId: 'a', sessionId: 'of-bob' })).toBeUndefined()
})

test('lets a conversation and its branches read the files sent to it and its results', async () => {
  const refused = await conversations()
  for (const path of [inHome('cache/received/of-bob/net-1/plan.pdf'), resultOf('of-bob')]) {
    for (const sessionId of ['of-bob', 'branch']) {
      expect(await refused(path, { taskId: sessionId, sessionId }), sessionId).toBeUndefined()
    }
    expect(await refused(path, { taskId: 'a', sessionId: 'of-owner' })).toBe('it belongs to another conversation')
    expect(await refused(path, { taskId: 'b' })).toBe('it belongs to another conversation')
  }
  expect(await refused(inHome('cache/received'), { taskId: 'c', sessionId: 'of-bob' })).toBe(
    'it belongs to another conversation',
  )
})
