import { call, cut, fail, fakeTools, hang, type ScriptedReply, scripted, text } from '@hermes/testkit'
import { expect, test, vi } from 'vitest'
import { createAgent } from '../agent/create-agent.js'
import { TransportError } from '../contracts/errors/errors.js'
import type { Hooks } from '../contracts/turn/hooks.js'
import { createHookCalls } from './hook-calls.js'
import { pluginHooks } from './plugin-hooks.js'
import { streamListeners } from './stream-listener.js'

const pace = { pace: { pieceSize: 4 } }

function agentWith(script: readonly ScriptedReply[], ...all: readonly Hooks[]) {
  const plugins = all.map((hooks, index) => ({ name: `p${index + 1}`, hooks }))
  return createAgent({
    transport: scripted(script),
    model: { id: 'm' },
    tools: fakeTools({ act: () => 'ok' }),
    plugins,
  })
}

/** Creates hooks that record their events. */
function noting(heard: unknown[]): Hooks {
  return {
    on_stream_start: ({ iteration, model }) => void heard.push(`start ${iteration} ${model}`),
    on_stream_delta: ({ kind, text }) => void heard.push(`${kind} ${text}`),
    on_stream_end: ({ status, reason, missedChars }) => void heard.push(`end ${status} ${reason} ${missedChars}`),
    on_interim_message: ({ text }) => void heard.push(`interim ${text}`),
  }
}

test('reports how each answer streams, including text next to calls, with the surface and the person', async () => {
  const heard: unknown[] = []
  const events: unknown[] = []
  const agent = agentWith([{ ...call('act'), text: 'I look.' }, text('All good.', pace)], noting(heard), {
    on_stream_start: (event) => void events.push(event),
  })
  await agent.run('go', { sessionId: 's', session: { source: 'cli', userId: 'ada' } }).result
  await expect.poll(() => heard.at(-1)).toBe('end finished stop 0')
  expect(heard.filter((each) => !String(each).startsWith('text'))).toEqual([
    'start 1 m',
    'end finished tool-calls 0',
    'interim I look.',
    'start 2 m',
    'end finished stop 0',
  ])
  const second = heard.slice(heard.indexOf('start 2 m')).filter((each) => String(each).startsWith('text '))
  expect(second.map((each) => String(each).slice(5)).join('')).toBe('All good.')
  expect(events[0]).toEqual({ sessionId: 's', source: 'cli', userId: 'ada', iteration: 1, model: 'm' })
})

test('does not let a slow hook delay the answer or other hooks, and passes what it missed as one delta', async () => {
  const slow: string[] = []
  const heard: unknown[] = []
  const gate = Promise.withResolvers<void>()
  const agent = agentWith(
    [text('One two three four.', pace)],
    {
      on_stream_delta: ({ text }) => {
        slow.push(text)
        return gate.promise
      },
      on_stream_end: () => void slow.push('end'),
    },
    noting(heard),
  )
  const { finalResponse } = await agent.run('go').result
  expect(finalResponse).toBe('One two three four.')
  await expect.poll(() => heard.at(-1)).toBe('end finished stop 0')
  expect(slow).toHaveLength(1)
  gate.resolve()
  await expect.poll(() => slow.at(-1)).toBe('end')
  expect(slow).toHaveLength(3)
  expect(slow.slice(0, 2).join('')).toBe('One two three four.')
})

test('also ends the stream of an answer that is discarded, interrupted or cut off', async () => {
  const stuck = text('I am stuck. '.repeat(3_000), { pace: { pieceSize: 500 } })
  const discarded: unknown[] = []
  await agentWith([stuck, text('Fine again.')], noting(discarded)).run('go').result
  await expect.poll(() => discarded.at(-1)).toBe('end finished stop 0')
  expect(discarded.filter((each) => /^(?:start|end)/.test(String(each)))).toEqual([
    'start 1 m',
    'end discarded undefined 0',
    'start 1 m',
    'end finished stop 0',
  ])

  const interrupted: unknown[] = []
  const run = agentWith([hang(text('half'))], noting(interrupted)).run('go')
  for await (const event of run) if (event.type === 'text-delta') void run.interrupt('enough')
  await expect.poll(() => interrupted.at(-1)).toBe('end interrupted undefined 0')

  const broken: unknown[] = []
  const broke = cut(text('half an answer', pace), { after: 2, how: 'drop' })
  await agentWith([broke], noting(broken)).run('go').result
  await expect.poll(() => broken.at(-1)).toBe('end failed undefined 0')
})

test('reports no stream for a call that fails before its answer', async () => {
  const heard: unknown[] = []
  await agentWith([fail(new TransportError('auth', 'No.'))], noting(heard)).run('go').result
  expect(heard).toEqual([])
})

test('reports a hook that fails, and continues the turn', async () => {
  const run = agentWith([call('act'), text('done')], {
    on_stream_end: () => {
      throw new Error('broken')
    },
  }).run('go')
  const notices: string[] = []
  for await (const event of run) if (event.type === 'notice') notices.push(event.text)
  expect((await run.result).finalResponse).toBe('done')
  expect(notices[0]).toBe('The hook on_stream_end of "p1" failed: broken')
})

test('limits a line: what does not fit is left out and counted, and the owner is notified once', async () => {
  const report = vi.fn()
  const gate = Promise.withResolvers<void>()
  let chars = 0
  let missed = 0
  const hooks: Hooks = {
    on_stream_delta: ({ text }) => {
      chars += text.length
      return gate.promise
    },
    on_stream_end: ({ missedChars }) => {
      missed = missedChars
    },
  }
  const calls = createHookCalls({ limitMs: 30_000, report })
  const [listener] = streamListeners(pluginHooks([{ name: 'p', hooks }]), { calls, report }) ?? []
  const about = { sessionId: 's', iteration: 1, model: 'm' }
  const piece = 'x'.repeat(1_000)
  for (let count = 0; count < 3_000; count++) listener?.delta({ ...about, kind: 'text', text: piece })
  listener?.end({ ...about, status: 'finished' })
  gate.resolve()
  await expect.poll(() => missed).toBeGreaterThan(0)
  expect(chars + missed).toBe(3_000_000)
  expect(chars).toBe(1_000_000)
  expect(report.mock.calls.map(([problem]) => problem.message)).toEqual([
    'The stream hooks of "p" are too slow for the answer: they miss a part of it. Let them return sooner.',
  ])
})

test('follows no events when no plugin listens', () => {
  const report = vi.fn()
  const calls = createHookCalls({ limitMs: 30_000, report })
  const hooks: Hooks = { post_llm_call: () => undefined }
  expect(streamListeners(pluginHooks([{ name: 'p', hooks }]), { calls, report })).toBeUndefined()
})
