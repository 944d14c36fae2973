import { expect, test } from 'vitest'
import { commands } from '../commands/command-table.js'
import { completeWords } from './complete-words.js'

const program = { name: 'hermes', commands }
const wordsOf = (words: readonly string[], current = '') =>
  completeWords(program, words, current).candidates.map(({ word }) => word)
const valuesOf = (...words: string[]) => completeWords(program, words.slice(0, -1), words.at(-1) ?? '').values

test('completes the commands of a group, after options with and without a value', () => {
  expect(wordsOf(['-p', 'work', '--no-color', 'config'])).toContain('set')
  expect(wordsOf([])).toContain('sessions')
  expect(wordsOf([])).not.toContain('__complete')
  expect(wordsOf(['status'])).toEqual([])
})

test('completes the options of the command alone', () => {
  expect(wordsOf(['sessions', 'list'], '--')).toEqual(expect.arrayContaining(['--archived', '--profile']))
  expect(wordsOf(['memory', 'list'], '--')).not.toContain('--archived')
  expect(wordsOf(['sessions', 'show', '--'], '--')).toEqual([])
})

test.each([
  [['sessions', 'export', '--format', ''], ['jsonl', 'md', 'html'], ''],
  [['sessions', 'export', '--format=m'], ['jsonl', 'md', 'html'], '--format='],
  [['-r', ''], 'session', ''],
  [['-c', ''], 'session', ''],
  [['skills', 'disable', 'one', ''], 'skill', ''],
  [['sessions', 'archive', 'one', 'two', ''], 'session', ''],
  [['completion', ''], ['bash', 'zsh', 'fish', 'powershell'], ''],
  [['--provider', 'openai', '-m', ''], 'model', ''],
  [['--in', ''], 'folder', ''],
])('knows what fits after %j', (words, kind, prefix) => {
  expect(valuesOf(...words)).toEqual({ kind, prefix })
})

test('offers options after an option whose value may be omitted', () => {
  expect(wordsOf(['-c'], '--yo')).toContain('--yolo')
  expect(valuesOf('sessions', 'rename', 'latest', '')).toBeUndefined()
  expect(completeWords(program, ['--provider=openai', '-m'], '').given).toEqual({ provider: 'openai' })
})
