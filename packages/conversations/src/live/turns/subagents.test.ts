import type { AgentEvent } from '@hermes/core'
import { expect, test } from 'vitest'
import { Subagents } from './subagents.js'

const from = (childSessionId: string, event: AgentEvent): AgentEvent => ({
  type: 'subagent-event',
  callId: 'call-1',
  childSessionId,
  goal: `The task of ${childSessionId}.`,
  event,
})
const thinks: AgentEvent = { type: 'iteration-start', iteration: 1, maxIterations: 9 }
const ends: AgentEvent = { type: 'turn-end', outcome: { status: 'completed', text: 'Done.' } }
const call = { id: 'c', type: 'function', function: { name: 'terminal', arguments: '{}' } } as const

test('shows the activity of each sub-agent, including nested ones, until it ends', () => {
  let now = 0
  const subagents = new Subagents(() => ++now)
  subagents.see({ type: 'text-delta', text: 'Not of a sub-agent.' })
  subagents.see(from('a', thinks))
  subagents.see(from('a', { type: 'tool-start', call, args: {} }))
  subagents.see(from('a', from('b', thinks)))
  expect(subagents.working).toEqual([
    { id: 'a', goal: 'The task of a.', sinceMs: 1, doing: 'terminal' },
    { id: 'b', goal: 'The task of b.', sinceMs: 2, doing: 'thinking' },
  ])
  subagents.see(from('a', from('b', ends)))
  subagents.see(from('a', ends))
  expect(subagents.working).toEqual([])
})
