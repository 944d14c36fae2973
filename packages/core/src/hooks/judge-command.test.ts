import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CommandEvent } from '../contracts/turn/command-hooks.js'
import type { Hooks } from '../contracts/turn/hooks.js'
import { createHostHooks } from './host-hooks.js'

const event: CommandEvent = { name: 'new', args: '', surface: 'terminal', role: 'admin' }

function judgeOf(...all: readonly (Hooks | { readonly pre_command: unknown })[]) {
  const problems: string[] = []
  const plugins = all.map((hooks, index) => ({ name: `p${index + 1}`, hooks: Object(hooks) }))
  const report = (problem: Error) => void problems.push(problem.message)
  const { judgeCommand } = createHostHooks(plugins, { origin: { source: 'cli' }, report })
  return { judge: judgeCommand ?? (async () => 'there is no judge'), problems }
}

test('uses the first block, and lets a command run if hooks return nothing', async () => {
  const last = vi.fn()
  const { judge } = judgeOf(
    { pre_command: () => undefined },
    { pre_command: ({ name }) => (name === 'new' ? { action: 'block', reason: 'not now.' } : undefined) },
    { pre_command: last },
  )
  expect(await judge(event)).toBe('not now.')
  expect(await judge({ ...event, name: 'help' })).toBeUndefined()
  expect(last).toHaveBeenCalledExactlyOnceWith({ ...event, name: 'help', source: 'cli' })
})

test.each<[unknown]>([[{ action: 'deny' }], [{ action: 'block' }], [false], ['no'], [{ action: 'approve' }]])(
  'blocks for %j, which is not a verdict, and reports it once',
  async (value) => {
    const { judge, problems } = judgeOf({ pre_command: () => value })
    expect(await judge(event)).toContain('must return { action: "block", reason: "..." }')
    await judge(event)
    expect(problems).toHaveLength(1)
  },
)

test('blocks when a hook throws, and asks no one without hooks', async () => {
  const throwing = () => {
    throw new Error('broken')
  }
  expect(await judgeOf({ pre_command: throwing }).judge(event)).toBe('The hook pre_command of "p1" failed: broken')
  expect(await judgeOf({ post_llm_call: throwing }).judge(event)).toBe('there is no judge')
})

test.each(['stop', 'deny', 'quit'])('reports /%s, but never blocks it', async (name) => {
  const hook = vi.fn(() => ({ action: 'block', reason: 'stay' }))
  expect(await judgeOf({ pre_command: hook }).judge({ ...event, name })).toBeUndefined()
  expect(hook).toHaveBeenCalledOnce()
})

test('does not wait for a hook of /stop', async () => {
  expect(
    await judgeOf({ pre_command: () => new Promise(() => undefined) }).judge({ ...event, name: 'stop' }),
  ).toBeUndefined()
})

test('refuses a command when an answer is late', async () => {
  const { judge } = judgeOf({ pre_command: () => new Promise(() => undefined) })
  const answer = judge(event)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await answer).toContain('took longer than 30 s')
  expect(await judge(event)).toContain('it is not called for 60 s')
})

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())
