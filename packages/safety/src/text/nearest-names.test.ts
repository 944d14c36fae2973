import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nearestNames } from './nearest-names.js'

const tools = ['read_file', 'write_file', 'search_files', 'terminal', 'todo', 'web_search']

test.each([
  ['ReadFile', ['read_file']],
  ['read-fiel', ['read_file']],
  ['serch_files', ['search_files']],
  ['tood', ['todo']],
  ['te', ['terminal']],
  ['terminal_run', ['terminal']],
  ['to', ['todo']],
  ['database_query', []],
  ['t', []],
])('%s: %j', (wanted, names) => expect(nearestNames(wanted, tools)).toEqual(names))

test('returns the nearest names first, ties in alphabetical order, up to the limit', () => {
  expect(nearestNames('word', ['ward', 'words', 'cord', 'world', 'word'])).toEqual(['word', 'words', 'cord'])
  expect(nearestNames('word', ['ward', 'words'], { most: 1 })).toEqual(['words'])
})

test('counts two swapped letters as one difference and two wrong letters as two', () => {
  expect(nearestNames('wrok', ['work'])).toEqual(['work'])
  expect(nearestNames('gork', ['groq'])).toEqual([])
  expect(nearestNames('gork', ['groq'], { limit: 3 })).toEqual(['groq'])
})

test('accepts a name with additional words when no nearer one exists, but not a part of a path', () => {
  expect(nearestNames('read_file_2', ['read', 'read_files', 'read_file'])).toEqual(['read_file', 'read_files', 'read'])
  expect(nearestNames('model.defualt', ['model', 'model.default'])).toEqual(['model.default'])
  expect(nearestNames('model.colour', ['model'])).toEqual([])
})

test('compares arbitrary texts of any length', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constant('x'.repeat(100_000)))
  fc.assert(
    fc.property(text, fc.array(text), (wanted, names) => {
      expect(names).toEqual(expect.arrayContaining([...nearestNames(wanted, names)]))
    }),
    { numRuns: 100 },
  )
})
