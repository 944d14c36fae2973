import { expect, test } from 'vitest'
import type { AgentEvent } from '../../contracts/turn/event.js'
import { EventQueue } from '../../wait/event-queue.js'
import { joinAgentEvents } from './join-agent-events.js'

const delta = (text: string): AgentEvent => ({ type: 'text-delta', text })
const progress = (callId: string, text: string): AgentEvent => ({ type: 'tool-progress', callId, text })
const notice = (text: string): AgentEvent => ({ type: 'notice', code: 'c', text })
const child = (childSessionId: string, event: AgentEvent): AgentEvent => ({
  type: 'subagent-event',
  callId: '1',
  childSessionId,
  goal: 'help',
  event,
})

async function read(...events: readonly AgentEvent[]): Promise<AgentEvent[]> {
  const queue = new EventQueue(joinAgentEvents)
  for (const event of events) queue.push(event)
  queue.close()
  const seen: AgentEvent[] = []
  for await (const event of queue.read()) seen.push(event)
  return seen
}

test('joins waiting text deltas and keeps the order of the other events', async () => {
  const events = [delta('a'), delta('b'), notice('n'), notice('n'), delta('c')]
  expect(await read(...events)).toEqual([delta('ab'), notice('n'), notice('n'), delta('c')])
})

test('keeps only the newest progress line of a call', async () => {
  const events = [progress('1', 'a'), progress('1', 'b'), progress('2', 'c'), progress('1', 'd')]
  expect(await read(...events)).toEqual([progress('1', 'b'), progress('2', 'c'), progress('1', 'd')])
})

test('joins the events of each child run separately', async () => {
  const events = [child('x', delta('a')), child('x', delta('b')), child('y', delta('c')), child('y', notice('n'))]
  expect(await read(...events)).toEqual([child('x', delta('ab')), child('y', delta('c')), child('y', notice('n'))])
})

test('drops events after the end', async () => {
  const queue = new EventQueue(joinAgentEvents)
  queue.close()
  queue.push(notice('late'))
  expect((await queue.read().next()).done).toBe(true)
})

test('holds a million unread deltas as one event', async () => {
  const queue = new EventQueue(joinAgentEvents)
  for (let count = 0; count < 1_000_000; count++) queue.push(delta('x'))
  queue.close()
  const { value } = await queue.read().next()
  expect(value).toEqual(delta('x'.repeat(1_000_000)))
})
