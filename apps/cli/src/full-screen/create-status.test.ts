import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryStore } from '@hermes/core'
import { createLocalEnvironment } from '@hermes/environments'
import { expect, onTestFinished, test } from 'vitest'
import { createStyle } from '../render/text/style.js'
import { createStatus } from './create-status.js'

const fields = [
  'model',
  'context',
  'yolo',
  'sandbox',
  'git_branch',
  'title',
  'total_tokens',
  'cache_hit',
  'bg_processes',
]
const facts = {
  sessionId: 's',
  model: 'small',
  contextWindow: 100_000,
  contextTokens: 30_000,
  compressions: 0,
  title: 'Tea',
  workingDirectory: '/elsewhere',
}

const ignore = () => undefined

test('shows the branch, sandbox and approvals of a session in this process, like the line chat', async () => {
  const workingDirectory = mkdtempSync(join(tmpdir(), 'hermes-status-'))
  onTestFinished(() => rmSync(workingDirectory, { recursive: true, force: true }))
  execFileSync('git', ['init', '-q', '-b', 'brew', workingDirectory])
  const environment = createLocalEnvironment({ workingDirectory, variables: {} })
  const store = createMemoryStore()
  const usage = { inputTokens: 30_000, outputTokens: 2_000, cacheReadTokens: 10_000, cacheWriteTokens: 0 }
  await store.sessions.create({ id: 's', source: 'test', startedAtMs: 1 })
  const calls = [{ task: 'turn', provider: 'p', model: 'm', usage: { ...usage, reasoningTokens: 0 }, atMs: 2 }]
  await store.messages.append('s', [{ message: { role: 'assistant', content: 'Tea.' }, timestampMs: 2 }], { calls })
  const folder = {
    environment,
    store,
    approvals: { mode: (): 'off' => 'off' },
    processes: { list: () => [{ id: 'p', command: 'make', startedAtMs: 1 }] },
    subagents: { of: () => [] },
  }
  const draw = createStatus({ fields, style: createStyle(false), folderOf: () => folder })
  const shown = () => draw({ ...facts, workingDirectory }, 200, ignore)
  await expect
    .poll(shown)
    .toBe('small · 30 % of 100.0k · yolo · no sandbox · brew · Tea · 42.0k tokens · cache 25 % · 1 process')
})

test('shows only facts from the server for a remote session', () => {
  const draw = createStatus({ fields, style: createStyle(false) })
  expect(draw(facts, 100, ignore)).toBe('small · 30 % of 100.0k · Tea')
  expect(draw({ ...facts, approvals: 'off' }, 100, ignore)).toContain('yolo')
  expect(draw(facts, 20, ignore)).toBe('')
})

test('shows the speed of the model, the duration of a turn, and the idle time', () => {
  const timed = ['latency', 'tps', 'compressions', 'prompt_elapsed', 'idle_since']
  const draw = createStatus({ fields: timed, style: createStyle(false) })
  const pace = { latencyMs: 420, tokensPerSecond: 44.6, compressions: 2 }
  expect(draw({ ...facts, ...pace, turnSinceMs: Date.now() }, 100, ignore)).toBe(
    'first word 420ms · 45 tokens/s · 2 compressions · 0:00',
  )
  expect(draw({ ...facts, idleSinceMs: Date.now() - 300_000 }, 100, ignore)).toBe('idle 5m')
})

test('requests a frame once the tokens of a request are read, however soon it follows the previous one', async () => {
  const store = createMemoryStore()
  await store.sessions.create({ id: 's', source: 'test', startedAtMs: 1 })
  const spend = (atMs: number) => {
    const usage = { inputTokens: 1_000, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 }
    const calls = [{ task: 'turn', provider: 'p', model: 'm', usage, atMs }]
    return store.messages.append('s', [{ message: { role: 'assistant', content: 'Tea.' }, timestampMs: atMs }], {
      calls,
    })
  }
  const folder = {
    environment: createLocalEnvironment({ workingDirectory: '/', variables: {} }),
    store,
    approvals: { mode: (): 'manual' => 'manual' },
    processes: { list: () => [] },
    subagents: { of: () => [] },
  }
  const draw = createStatus({ fields: ['total_tokens'], style: createStyle(false), folderOf: () => folder })
  /** Returns the frame for a moment, and the frame that it requests. */
  const frames = async (contextTokens: number) => {
    const asked = Promise.withResolvers<void>()
    const shown = () => draw({ ...facts, contextTokens }, 200, asked.resolve)
    const first = shown()
    await asked.promise
    return [first, shown()]
  }
  await spend(2)
  expect(await frames(1_000)).toEqual(['', '1.0k tokens'])
  await spend(3)
  expect(await frames(2_000)).toEqual(['1.0k tokens', '2.0k tokens'])
})
