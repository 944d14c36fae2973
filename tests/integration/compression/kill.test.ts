import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createAgent, type SessionRecord, type SessionStore, sanitizeTranscript } from '@hermes/core'
import { compressionOf, lineageMembers, resolveSession } from '@hermes/core/sessions'
import { createSqliteStore } from '@hermes/state'
import { scripted, text } from '@hermes/testkit'
import { expect, type TestContext, test } from 'vitest'
import type { WorkerOptions } from './kill-worker.js'

const worker = fileURLToPath(new URL('kill-worker.ts', import.meta.url))
const steps = 40

/** Runs the worker until it ends or is killed. */
function run(options: WorkerOptions): Promise<{ readonly points: number } | undefined> {
  const child = spawn(process.execPath, [worker, JSON.stringify(options)], { stdio: ['ignore', 'pipe', 'pipe'] })
  const printed = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      printed[stream] += text
    })
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (code === 0) resolve(JSON.parse(printed.stdout))
      else if (signal === 'SIGKILL') resolve(undefined)
      else reject(new Error(`The worker ended with ${code ?? signal}: ${printed.stderr}`))
    })
  })
}

async function databasePath({ onTestFinished }: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hermes-compression-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return join(folder, 'state.db')
}

/** Expects each session of the lineage to be complete, and only the newest one to be open. */
async function expectWhole(store: SessionStore): Promise<readonly SessionRecord[]> {
  const newest = await resolveSession(store, 's')
  const members = await lineageMembers(store, newest)
  expect(await store.sessions.find(), 'there is no other session').toHaveLength(members.length)
  for (const [index, member] of members.entries()) {
    const history = (await store.messages.load(member.id)).map(({ message }) => message)
    expect(history.length, member.id).toBe(member.messageCount)
    expect(history, member.id).toContainEqual({ role: 'user', content: 'Do all the steps.' })
    expect(member.endReason).toBe(member === newest ? undefined : 'compression')
    if (member !== newest) expect(sanitizeTranscript(history), member.id).toBe(history)
    if (index === 0) continue
    expect(member).toMatchObject({
      link: 'compression',
      title: `Killed #${index + 1}`,
      systemPrompt: expect.any(String),
    })
    expect(member.contextState).toBeDefined()
    expect(compressionOf(member)?.summary).toContain('Active Task')
  }
  return members
}

async function expectToGoOn(store: SessionStore): Promise<void> {
  const transport = scripted([text('Went on.')])
  const agent = createAgent({ transport, model: { id: 'm' }, store })
  const { outcome } = await agent.run('Go on.', { sessionId: 's' }).result
  expect(outcome).toEqual({ status: 'completed', text: 'Went on.' })
  const sent = transport.requests[0]?.messages ?? []
  expect(JSON.stringify(sent)).toContain('Do all the steps.')
}

test('compresses many times without a kill', async (context) => {
  const path = await databasePath(context)
  const report = await run({ databasePath: path, steps, killAt: 0, killAfterMs: 0 })
  expect(report?.points).toBeGreaterThan(40)
  await using store = await createSqliteStore({ path })
  expect((await expectWhole(store)).length).toBeGreaterThan(5)
}, 120_000)

// A compression has seven checkpoints: its start, two in the engine, the summary, two in the split, and its end.
const moments = [1, 2, 3, 4, 5, 6, 7, 12, 19, 26, 33].map((killAt) => ({ killAt, killAfterMs: 0 }))
const instants = [700, 900, 1_100, 1_300, 1_500].map((killAfterMs) => ({ killAt: 0, killAfterMs }))

test.concurrent.for([...moments, ...instants])(
  'leaves either the old or the new session complete and resumable when killed at %o',
  { timeout: 120_000 },
  async (moment, context) => {
    const path = await databasePath(context)
    await run({ databasePath: path, steps, ...moment })
    await using store = await createSqliteStore({ path })
    // If it was killed before it started, there is nothing to check.
    if ((await store.sessions.find()).length === 0) return
    await expectWhole(store)
    await expectToGoOn(store)
  },
)
