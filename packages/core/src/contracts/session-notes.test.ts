import { expect, test } from 'vitest'
import { defineSessionNote } from './session-notes.js'

const mood = defineSessionNote<string>('mood', {
  read: (value) => (typeof value === 'string' ? value : undefined),
  write: (value) => value,
})

test('a note is read, written and removed by its name, and leaves the others alone', () => {
  const notes = mood.with({ other: 1 }, 'cheerful')
  expect(notes).toEqual({ other: 1, mood: 'cheerful' })
  expect(mood.of({ notes })).toBe('cheerful')
  expect(mood.without(notes)).toEqual({ other: 1 })
})

test('what is missing or not valid is no note', () => {
  expect(mood.of({ notes: {} })).toBeUndefined()
  expect(mood.of({ notes: { mood: 3 } })).toBeUndefined()
  expect(defineSessionNote('toString', { read: () => 1, write: () => 1 }).of({ notes: {} })).toBeUndefined()
})
