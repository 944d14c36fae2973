import { expect, test } from 'vitest'
import type { AgentEvent } from '../../contracts/event.js'
import { EventQueue } from './event-queue.js'

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
  const queue = new EventQueue()
  for (const event of events) queue.push(event)
  queue.close()
  const seen: AgentEvent[] = []
  for await (const event of queue.read()) seen.push(event)
  return seen
}

test('text that waits is joined, and nothing else is put before or behind it', async () => {
  const events = [delta('a'), delta('b'), notice('n'), notice('n'), delta('c')]
  expect(await read(...events)).toEqual([delta('ab'), notice('n'), notice('n'), delta('c')])
})

test('only the newest line of progress of a call waits', async () => {
  const events = [progress('1', 'a'), progress('1', 'b'), progress('2', 'c'), progress('1', 'd')]
  expect(await read(...events)).toEqual([progress('1', 'b'), progress('2', 'c'), progress('1', 'd')])
})

test('events of children are joined like those of the run, each child for itself', async () => {
  const events = [child('x', delta('a')), child('x', delta('b')), child('y', delta('c')), child('y', notice('n'))]
  expect(await read(...events)).toEqual([child('x', delta('ab')), child('y', delta('c')), child('y', notice('n'))])
})

test('what comes after the end is not kept', async () => {
  const queue = new EventQueue()
  queue.close()
  queue.push(notice('late'))
  expect((await queue.read().next()).done).toBe(true)
})

test('a million deltas that nobody reads wait as one', async () => {
  const queue = new EventQueue()
  for (let count = 0; count < 1_000_000; count++) queue.push(delta('x'))
  queue.close()
  const { value } = await queue.read().next()
  expect(value).toEqual(delta('x'.repeat(1_000_000)))
})
