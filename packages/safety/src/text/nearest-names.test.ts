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

test('the nearest comes first, equals in the order of the alphabet, and no more than asked for', () => {
  expect(nearestNames('word', ['ward', 'words', 'cord', 'world', 'word'])).toEqual(['word', 'words', 'cord'])
  expect(nearestNames('word', ['ward', 'words'], { most: 1 })).toEqual(['words'])
})

test('two neighbours that changed places are one difference, two letters are two', () => {
  expect(nearestNames('wrok', ['work'])).toEqual(['work'])
  expect(nearestNames('gork', ['groq'])).toEqual([])
  expect(nearestNames('gork', ['groq'], { limit: 3 })).toEqual(['groq'])
})

test('a name with words behind it is meant when none is nearer, and a part of a path is not', () => {
  expect(nearestNames('read_file_2', ['read', 'read_files', 'read_file'])).toEqual(['read_file', 'read_files', 'read'])
  expect(nearestNames('model.defualt', ['model', 'model.default'])).toEqual(['model.default'])
  expect(nearestNames('model.colour', ['model'])).toEqual([])
})

test('any texts can be compared, however long', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constant('x'.repeat(100_000)))
  fc.assert(
    fc.property(text, fc.array(text), (wanted, names) => {
      expect(names).toEqual(expect.arrayContaining([...nearestNames(wanted, names)]))
    }),
    { numRuns: 100 },
  )
})
