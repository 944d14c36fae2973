import type { AgentEvent } from '@hermes/core'
import { expect, test } from 'vitest'
import { forwardEvents } from './forward-events.js'

function forward(events: readonly AgentEvent[]): readonly AgentEvent[] {
  const shown: AgentEvent[] = []
  const see = forwardEvents({ callId: 'c', childSessionId: 's', goal: 'g' }, (event) => {
    expect(event).toMatchObject({ type: 'subagent-event', callId: 'c', childSessionId: 's', goal: 'g' })
    shown.push(event.event)
  })
  for (const event of events) see(event)
  return shown
}

const text = (part: string): AgentEvent => ({ type: 'text-delta', text: part })
const thought = (part: string): AgentEvent => ({ type: 'reasoning-delta', text: part })
const end: AgentEvent = { type: 'notice', code: 'n', text: 'n' }

test('joins small chunks and keeps them before the next event', () => {
  const calls: AgentEvent = { type: 'tool-call-delta', index: 0, argumentsText: '{' }
  expect(forward([thought('a'), thought('b'), text('c'), calls, text('d'), end])).toEqual([
    thought('ab'),
    text('cd'),
    end,
  ])
})

test('splits long text into a few chunks without loss', () => {
  const shown = forward([...Array.from({ length: 1000 }, (_, index) => text(`${index} `)), end])
  expect(shown.length).toBeLessThan(15)
  const joined = shown.map((event) => (event.type === 'text-delta' ? event.text : '')).join('')
  expect(joined).toBe(Array.from({ length: 1000 }, (_, index) => `${index} `).join(''))
})
