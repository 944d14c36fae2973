import { expect, test } from 'vitest'
import { EventQueue } from './event-queue.js'

interface Event {
  readonly text: string
}

const event = (text: string): Event => ({ text })

async function textsOf(events: AsyncIterable<Event>): Promise<string[]> {
  const seen: string[] = []
  for await (const { text } of events) seen.push(text)
  return seen
}

test('passes events from before and during the reading, in order', async () => {
  const queue = new EventQueue<Event>()
  queue.push(event('a'))
  queue.push(event('b'))
  const texts = textsOf(queue.read())
  await Promise.resolve()
  queue.push(event('c'))
  queue.push(event('d'))
  queue.close()
  queue.push(event('late'))
  expect(await texts).toEqual(['a', 'b', 'c', 'd'])
})

test('answers several requests for events in their order', async () => {
  const queue = new EventQueue<Event>()
  const reader = queue.read()
  const requests = [reader.next(), reader.next(), reader.next()]
  queue.push(event('a'))
  queue.push(event('b'))
  queue.close()
  const values = (await Promise.all(requests)).map(({ value }) => value?.text)
  expect(values).toEqual(['a', 'b', undefined])
})

test('throws the error of a failed queue after the events before it, once', async () => {
  const queue = new EventQueue<Event>()
  queue.push(event('a'))
  queue.fail(new Error('broken'))
  const reader = queue.read()
  expect(await reader.next()).toEqual({ value: event('a'), done: false })
  await expect(reader.next()).rejects.toThrow('broken')
  expect(await reader.next()).toEqual({ value: undefined, done: true })
})

test('rejects a reader that waits when the queue fails', async () => {
  const queue = new EventQueue<Event>()
  const waiting = queue.read().next()
  queue.fail(new Error('broken'))
  await expect(waiting).rejects.toThrow('broken')
})

test('reports a reader that leaves before the queue is closed', async () => {
  const left: string[] = []
  const open = new EventQueue<Event>()
  open.push(event('a'))
  open.push(event('b'))
  const reader = open.read(() => void left.push('open'))
  for await (const _ of reader) break
  expect(await reader.next()).toEqual({ value: undefined, done: true })
  const closed = new EventQueue<Event>()
  closed.push(event('a'))
  closed.push(event('b'))
  closed.close()
  for await (const _ of closed.read(() => void left.push('closed'))) break
  expect(left).toEqual(['open'])
})

test('joins events that wait, but none that has been read', async () => {
  const queue = new EventQueue<Event>((last, next) => event(last.text + next.text))
  const reader = queue.read()
  queue.push(event('a'))
  queue.push(event('b'))
  expect((await reader.next()).value).toEqual(event('ab'))
  queue.push(event('c'))
  queue.close()
  expect(await textsOf(reader)).toEqual(['c'])
})
