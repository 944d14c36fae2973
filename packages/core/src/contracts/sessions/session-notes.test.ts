import { expect, test } from 'vitest'
import { defineSessionNote } from './session-notes.js'

const mood = defineSessionNote<string>('mood', {
  read: (value) => (typeof value === 'string' ? value : undefined),
  write: (value) => value,
})

test('reads, writes and removes a note by name without changing the others', () => {
  const notes = mood.with({ other: 1 }, 'cheerful')
  expect(notes).toEqual({ other: 1, mood: 'cheerful' })
  expect(mood.of({ notes })).toBe('cheerful')
  expect(mood.without(notes)).toEqual({ other: 1 })
})

test('returns undefined for a missing or invalid note', () => {
  expect(mood.of({ notes: {} })).toBeUndefined()
  expect(mood.of({ notes: { mood: 3 } })).toBeUndefined()
  expect(defineSessionNote('toString', { read: () => 1, write: () => 1 }).of({ notes: {} })).toBeUndefined()
})
