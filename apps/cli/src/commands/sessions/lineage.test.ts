import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { type ContextEngine, createAgent } from '@hermes/core'
import { openStore, resolveHome } from '@hermes/runtime'
import { scripted, text } from '@hermes/testkit'
import { beforeEach, expect, test } from 'vitest'
import { runCli } from '../../start/run-cli.js'

let home: string

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'hermes-lineage-'))
  return () => rm(home, { recursive: true })
})

async function hermes(...args: readonly string[]) {
  const stdout = new PassThrough({ encoding: 'utf8' })
  const io = {
    stdin: new PassThrough().end(),
    stdout,
    stderr: stdout,
    env: { HERMES_HOME: home },
    workingDirectory: home,
  }
  const code = await runCli(args, { io })
  return { code, out: String(stdout.read() ?? '') }
}

const engine: ContextEngine = {
  id: 'newest',
  shouldCompress: () => false,
  compress: async ({ messages }) => ({
    status: 'compressed',
    messages: messages.slice(-2),
    state: {},
    tokensBefore: 61_240,
    tokensAfter: 14_020,
    summary: 'They spoke of tea.\u001b[2J\nIt was hot.',
  }),
}

test('shows the lineage of a session with each summary, as text and as JSON', async () => {
  {
    await using store = await openStore(resolveHome({ HERMES_HOME: home }))
    const transport = scripted(['one', 'two'].map((word) => text(word)))
    const agent = createAgent({ transport, model: { id: 'm' }, store, contextEngine: engine })
    await agent.run('a', { sessionId: 'root', session: { title: 'Tea' } }).result
    await agent.run('b', { sessionId: 'root' }).result
    await agent.compress('root')
  }
  const { code, out } = await hermes('sessions', 'show', 'root', '--lineage')
  expect(code).toBe(0)
  expect(out).toContain('1. root "Tea"')
  expect(out).toMatch(/2\. \d{8}_\d{6}_[0-9a-f]{12} "Tea #2"/)
  expect(out).toContain('compressed (asked for): 61.2k → 14.0k tokens in ')
  expect(out).toContain('   │ They spoke of tea.\\x1b[2J\n   │ It was hot.\n')

  const rows = JSON.parse((await hermes('sessions', 'show', 'Tea', '--lineage', '--json')).out)
  expect(rows).toMatchObject([
    { id: 'root', end_reason: 'compression', compression: null },
    {
      parent_session_id: 'root',
      end_reason: null,
      compression: { trigger: 'request', tokens_before: 61_240, tokens_after: 14_020, summary: expect.any(String) },
    },
  ])
})

test('shows a single session that was never compressed', async () => {
  {
    await using store = await openStore(resolveHome({ HERMES_HOME: home }))
    await store.sessions.create({ id: 'alone', source: 'cli', startedAtMs: 1000 })
  }
  expect((await hermes('sessions', 'show', 'alone', '--lineage')).out.split('\n')).toHaveLength(3)
})
