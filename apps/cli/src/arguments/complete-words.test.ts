import { PassThrough } from 'node:stream'
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

test('completes only options of the command', () => {
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
])('completes the value after %j', (words, kind, prefix) => {
  expect(valuesOf(...words)).toEqual({ kind, prefix })
})

test('returns the setting whose value is completed', () => {
  expect(valuesOf('config', 'set', 'approvals.mode', '')).toEqual({
    kind: 'setting-value',
    prefix: '',
    after: 'approvals.mode',
  })
})

test('completes the commands and options of the gateway, which parses its own command line', async () => {
  const stdout = new PassThrough({ encoding: 'utf8' })
  const { runGateway } = await import('@hermes/gateway')
  await runGateway(['--help'], { stdout, stderr: stdout, env: {}, workingDirectory: '.', program: [] })
  const help = String(stdout.read())
  const lines = help.slice(0, help.indexOf('Examples:')).split('\n')
  const commands = lines.flatMap(
    (line) => /^ {2}([a-z][a-z, -]*?)(?: <.*)?(?: {2}|$)/.exec(line)?.[1]?.split(', ') ?? [],
  )
  const options = lines.flatMap((line) => /^ {2}(--[a-z-]+)/.exec(line)?.[1] ?? [])
  const kinds = valuesOf('gateway', '')?.kind
  expect([...wordsOf(['gateway']), ...(Array.isArray(kinds) ? kinds : [])]).toEqual(expect.arrayContaining(commands))
  expect(commands).toContain('run')
  expect(options).toContain('--port')
  expect(wordsOf(['gateway', 'run'], '--')).toEqual(expect.arrayContaining(options))
})

test('completes options after an option whose value may be omitted', () => {
  expect(wordsOf(['-c'], '--yo')).toContain('--yolo')
  expect(valuesOf('sessions', 'rename', 'latest', '')).toBeUndefined()
  expect(completeWords(program, ['--provider=openai', '-m'], '').given).toEqual({ provider: 'openai' })
})
