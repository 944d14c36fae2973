import type { RpcEvent } from '@hermes/rpc/schemas'
import { expect, test } from 'vitest'
import { reduce } from './reduce.js'
import { runningChildren } from './running-children.js'
import { emptyView, type ViewState } from './view-state.js'

const usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 }
const start: RpcEvent = { type: 'tool.start', payload: { toolId: 't', name: 'delegate_task', args: {} } }
const child = (id: string, inner: Pick<RpcEvent, 'type' | 'payload'>): RpcEvent => ({
  type: 'subagent.event',
  payload: { toolId: 't', childSessionId: id, goal: `Goal ${id}`, type: inner.type, payload: { ...inner.payload } },
})
const after = (events: readonly RpcEvent[], state: ViewState = emptyView) =>
  events.reduce((view, event) => reduce(view, event, 7), state)
const goals = (view: ViewState) => runningChildren(view).map(({ goal }) => goal)

const delta = { type: 'message.delta', payload: { text: 'So.' } } as const
const calls = { type: 'session.usage', payload: { usage, reason: 'tool-calls' } } as const
const answered = { type: 'session.usage', payload: { usage, reason: 'stop' } } as const
const again = { type: 'iteration.start', payload: { iteration: 2, maxIterations: 9 } } as const

test('lists the sub-agents that have not answered, while the call that started them runs', () => {
  const begun = after([start, child('a', delta), child('b', delta), child('a', calls), child('b', answered)])
  expect(goals(begun)).toEqual(['Goal a'])
  expect(runningChildren(begun)[0]?.doing).toMatch(/\w/)
  // Somebody has steered the sub-agent.
  expect(goals(after([child('b', again)], begun))).toEqual(['Goal a', 'Goal b'])
  const payload = { toolId: 't', name: 'delegate_task', result: '', isError: false, durationMs: 1 }
  expect(goals(after([{ type: 'tool.complete', payload }], begun))).toEqual([])
})
