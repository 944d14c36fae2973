import { expect, test } from 'vitest'
import { commands } from '../commands/command-table.js'
import { UsageError } from '../usage-error.js'
import { didYouMean } from './did-you-mean.js'
import { parseArguments } from './parse-arguments.js'

const program = { name: 'hermes', commands }
const parse = (...args: string[]) => {
  const parsed = parseArguments(program, args)
  if ('group' in parsed) throw new Error(`The help of the group ${parsed.group} was parsed.`)
  const { command, values, parameters } = parsed
  return { path: command.path, values, parameters }
}
const errorOf = (...args: string[]): UsageError => {
  try {
    parse(...args)
  } catch (error) {
    if (error instanceof UsageError) return error
    throw error
  }
  throw new Error('The command line was accepted.')
}
const problem = (...args: string[]): string => errorOf(...args).message

test('starts the chat when no words are given', () => {
  expect(parse()).toEqual({ path: '', values: {}, parameters: [] })
  expect(parse('-m', 'x', '--yolo', '--max-turns', '0')).toEqual({
    path: '',
    values: { model: 'x', yolo: true, 'max-turns': 0 },
    parameters: [],
  })
})

test('accepts options before and after the words of a command', () => {
  const expected = { path: 'sessions list', values: { profile: 'work', json: true, limit: 5 }, parameters: [] }
  expect(parse('-p', 'work', 'sessions', 'list', '--json', '--limit=5')).toEqual(expected)
  expect(parse('sessions', 'list', '--json', '--limit', '5', '-p', 'work')).toEqual(expected)
})

test('takes the values of -z and -q literally', () => {
  expect(parse('-z', '- a list').values).toEqual({ prompt: '- a list' })
  expect(parse('-q', 'sessions').values).toEqual({ query: 'sessions' })
  expect(parse('--query=--help').values).toEqual({ query: '--help' })
})

test('accepts -c, -z and -q without a value', () => {
  expect(parse('-c').values).toEqual({ continue: '' })
  expect(parse('-c', '-q', 'go on').values).toEqual({ continue: '', query: 'go on' })
  expect(parse('-c', 'my title', '-z').values).toEqual({ continue: 'my title', prompt: '' })
})

test('parses parameters after the words', () => {
  expect(parse('sessions', 'rename', 'latest', 'two', 'words').parameters).toEqual(['latest', 'two', 'words'])
  expect(parse('config', 'set', 'model.default', '--', '-1').parameters).toEqual(['model.default', '-1'])
  expect(parse('config', 'set', 'a', '-1001234567890').parameters).toEqual(['a', '-1001234567890'])
  expect(parse('config', 'set', 'a', '-1001:7', '-p', 'work')).toMatchObject({
    parameters: ['a', '-1001:7'],
    values: { profile: 'work' },
  })
})

test('keeps `gateway setup` as a command of this program', () => {
  expect(parse('-p', 'work', 'gateway', 'setup', '--non-interactive')).toMatchObject({
    path: 'gateway setup',
    values: { profile: 'work', 'non-interactive': true },
  })
  expect(parse('gateway', 'send', 'setup', 'text')).toMatchObject({ path: 'gateway' })
})

test('passes everything after gateway to the gateway', () => {
  expect(parse('-p', 'gateway', 'gateway', 'run', '--port', '1', '--what')).toEqual({
    path: 'gateway',
    values: { profile: 'gateway' },
    parameters: ['run', '--port', '1', '--what'],
  })
})

test.each([
  [['sesions', 'list'], '`sessions`'],
  [['sessions', 'lst'], '`list`'],
  [['--modl', 'x'], '`--model`'],
  [['sessions', 'list', '--jsn'], '`--json`'],
  [['--api-mode', 'chat_completion'], '`chat_completions`'],
])('suggests the most similar word for %j', (args, meant) => {
  const { typo } = errorOf(...args)
  expect(typo && didYouMean(typo.word, typo.known)).toBe(` Did you mean ${meant}?`)
})

test('suggests only options that the command accepts', () => {
  const suggested = (...args: string[]) => {
    const { typo } = errorOf(...args)
    return typo && didYouMean(typo.word, typo.known)
  }
  expect(suggested('chat', '--foo')).not.toContain('--for')
  expect(suggested('model', 'x', '--fo')).toContain('--for')
})

test.each([
  [['sessions'], 'list, show, '],
  [['fix the build'], 'hermes -q "TEXT"'],
  [['chat', 'hello'], 'one word too many'],
  [['sessions', 'list', '--model', 'x'], 'has no option --model'],
  [['sessions', 'show'], 'sessions show <session>'],
  [['-m'], '-m needs a value'],
  [['-m', '--yolo'], '-m needs a value'],
  [['--max-turns', 'many'], 'whole number'],
  [['--max-turns', '-1'], 'whole number'],
  [['--yolo=no'], 'takes no value'],
])('rejects %j with a reason', (args, reason) => {
  expect(problem(...args)).toContain(reason)
})

test.each([
  ['2', 2],
  ['0.50', 0.5],
  ['.05', 0.05],
  ['0', 0],
])('accepts %s as an amount', (given, amount) => {
  expect(parse('cron', 'add', '30m', 'Look.', '--max-cost', given).values['max-cost']).toBe(amount)
})

test.each(['0,50', '1e3', '-1', '$2', '.', ''])('rejects "%s" as an amount', (given) => {
  expect(problem('cron', 'add', '30m', 'Look.', `--max-cost=${given}`)).toContain('takes an amount')
})

test('accepts help and version without a command', () => {
  expect(parse('sessions', 'show', '--help').values.help).toBe(true)
})

test.each(['sessions', 'config', 'auth', 'questions', 'queue', 'trajectories'])(
  'parses `%s --help` as the help of the group',
  (group) => {
    expect(parseArguments(program, [group, '--help'])).toEqual({ group })
    expect(parseArguments(program, ['-h', group])).toEqual({ group })
  },
)

test('distinguishes the help of a command from that of a group', () => {
  expect(parse('sessions', 'list', '--help')).toMatchObject({ path: 'sessions list', values: { help: true } })
  expect(parse('models', '--help')).toMatchObject({ path: 'models' })
  expect(problem('nonsense', '--help')).toContain('There is no command "nonsense"')
})

test('names the replacement for a command of the Hermes Agent in Python', () => {
  expect(problem('login')).toBe('There is no command "login". Use `hermes auth login` instead.')
  expect(problem('claw', 'migrate', '--dry-run', '--preset', 'full')).toContain('`hermes import-agent openclaw`')
  expect(problem('update', '--check')).toContain('`git pull`')
  expect(problem('config', 'env-path')).toBe(
    'There is no command "config env-path". `hermes config path --json` names the `.env` file.',
  )
  expect(problem('logs', 'errors')).toContain('`hermes logs --level warn`')
  expect(problem('-p', 'work', 'gateway', 'migrate')).toContain('nothing to migrate')
  expect(errorOf('pairing', 'list').typo).toBeUndefined()
  expect(parse('-q', 'login').values).toEqual({ query: 'login' })
  expect(parse('gateway', 'run', '--host', 'migrate').parameters).toEqual(['run', '--host', 'migrate'])
})
