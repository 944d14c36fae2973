import { expect, test } from 'vitest'
import type { SessionEvent } from '../events/to-session-event.js'
import { joinDeltas } from './join-deltas.js'

const text = (cursor: number, words: string, turnId = 't1'): SessionEvent => ({
  type: 'message.delta',
  cursor,
  turnId,
  payload: { text: words },
})
const thought = (cursor: number, words: string): SessionEvent => ({
  type: 'reasoning.delta',
  cursor,
  turnId: 't1',
  payload: { text: words },
})
const piece = (cursor: number, index: number, argumentsText: string, name?: string): SessionEvent => ({
  type: 'tool.generating',
  cursor,
  turnId: 't1',
  payload: { index, argumentsText, ...(name !== undefined && { name }) },
})

test('joins consecutive pieces of one text', () => {
  const events = [text(1, 'a'), text(2, 'b'), thought(3, 'c'), thought(4, 'd'), text(5, 'e'), text(6, 'f', 't2')]
  expect(joinDeltas(events)).toEqual([text(2, 'ab'), thought(4, 'cd'), text(5, 'e'), text(6, 'f', 't2')])
})

test('joins the pieces of a call, and keeps its name', () => {
  const events = [piece(1, 0, '', 'read'), piece(2, 0, '{"a"'), piece(3, 0, ':1}'), piece(4, 1, '{}', 'write')]
  expect(joinDeltas(events)).toEqual([piece(3, 0, '{"a":1}', 'read'), piece(4, 1, '{}', 'write')])
})

test('keeps events that are not deltas in their place', () => {
  const restart: SessionEvent = { type: 'message.restart', cursor: 2, turnId: 't1', payload: {} }
  expect(joinDeltas([text(1, 'a'), restart, text(3, 'b')])).toEqual([text(1, 'a'), restart, text(3, 'b')])
})
