import { setImmediate as nextRound } from 'node:timers/promises'
import type { Tool, ToolEvent } from '@hermes/core'
import { createRedactor, redactJson } from '@hermes/safety/redact'
import { expect, test } from 'vitest'
import { createToolRegistry } from '../registry/registry.js'
import { createToolExecutor, type ToolExecutorOptions } from './executor.js'
import { createOutputRedaction } from './redact-output.js'

const key = `ghp_${'aB3'.repeat(12)}`

const leaky: Tool = {
  name: 'leaky',
  description: '',
  parameters: { type: 'object' },
  toolset: 'test',
  effect: 'read',
  concurrency: 'safe',
  async run(args, { report }) {
    report(`half way, ${key}`)
    if (JSON.stringify(args).includes('fail')) throw new Error(`No access with ${key}.`)
    return { content: [{ type: 'text', text: key }], display: { password: 'hunter2', list: [key] } }
  },
}

async function play(args: object, options: Partial<ToolExecutorOptions> = {}) {
  const executor = createToolExecutor({ registry: createToolRegistry([leaky]), ...options })
  const call = { id: 'call_1', type: 'function', function: { name: 'leaky', arguments: JSON.stringify(args) } } as const
  const heard: unknown[] = []
  const hooks = {
    post_tool_call: (event: unknown) => {
      heard.push(event)
    },
    transform_tool_result: () => `instead: ${key}`,
  }
  const events: ToolEvent[] = []
  const context = { sessionId: 's', taskId: 't', signal: new AbortController().signal, hooks }
  for await (const event of executor.execute([call], context)) events.push(event)
  return { events: JSON.stringify(events), heard: JSON.stringify(heard) }
}

test('results, displays, progress and hooks contain no secrets', async () => {
  const { events, heard } = await play({})
  expect(events).toContain('half way, ghp_aB…3aB3')
  expect(events).toContain('instead: ghp_aB…3aB3')
  expect(events).toContain('"password":"[REDACTED]"')
  expect(heard).toContain('ghp_aB…3aB3')
  expect(events + heard).not.toContain(key)
})

test('errors contain no secrets', async () => {
  const { heard } = await play({ how: 'fail' })
  expect(heard).toContain('No access with ghp_aB…3aB3.')
})

test('replaces or disables the redactor', async () => {
  expect((await play({}, { redactor: { redact: () => 'nothing' } })).events).toContain('"text":"nothing"')
  expect((await play({}, { redactor: false })).events).toContain(key)
})

test('lets other work run while long results and displays are redacted', async () => {
  const long = `words of a display and ${key}\n`.repeat(100_000)
  const { outcome } = createOutputRedaction(undefined)
  let rounds = 0
  let isRunning = true
  const turning = (async () => {
    for (; isRunning; rounds += 1) await nextRound()
  })()
  const clean = await outcome({ content: 'short', display: { diffs: [{ text: long }], password: 'hunter2' } })
  isRunning = false
  await turning
  expect(rounds).toBeGreaterThan(1)
  expect(clean.display).toEqual(redactJson({ diffs: [{ text: long }], password: 'hunter2' }, createRedactor().redact))
})
