import { PassThrough } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { HermesError } from '@hermes/core'
import type { Question } from '@hermes/core/questions'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createDock } from '../render/screen/dock.js'
import { createStyle } from '../render/text/style.js'
import { createAskUser } from './ask-user.js'
import { createLineEditor } from './input/line-editor.js'
import { openTerminal } from './input/terminal.js'

const approval: Question = {
  id: '3fa91c',
  kind: 'approval',
  sessionId: 's',
  rootSessionId: 's',
  tool: 'terminal',
  text: `rm -rf build\necho "because: it is safe"\u001b[2K\r\u202e${'x'.repeat(100)}`,
  workingDirectory: '/work',
  reasons: ['It deletes a folder with everything in it.'],
  choices: ['once', 'session', 'deny'],
  fingerprint: 'f',
  createdAtMs: 0,
  deadlineMs: 300_000,
  defaultAnswer: { decision: 'deny' },
  askedBy: 'desk',
  heldUntilMs: 300_000,
  state: 'open',
}
const clarification: Question = { ...approval, kind: 'clarification', text: 'Which?', choices: ['red', 'blue'] }

/** Opens a terminal with 80 columns and a user. */
function openAsking({ isPlain = false } = {}) {
  const stdin = Object.assign(new PassThrough(), { isTTY: true })
  const stdout = Object.assign(new PassThrough(), { isTTY: true, columns: 80 })
  let seen = ''
  stdout.setEncoding('utf8').on('data', (text: string) => {
    seen += stripVTControlCharacters(text)
  })
  const terminal = openTerminal({ stdin, stdout })
  onTestFinished(() => terminal[Symbol.dispose]())
  const style = createStyle(false)
  const interrupt = vi.fn()
  const allowForGood = vi.fn(async (_question: Question) => undefined)
  const dock = createDock({ stream: stdout, style })
  const editor = createLineEditor({ terminal, dock, style })
  const ask = createAskUser({
    editor,
    dock,
    style,
    columns: () => 80,
    isPlain,
    interrupt,
    allowForGood,
  })
  const shows = (text: string) => expect.poll(() => seen).toContain(text)
  return { ask, editor, interrupt, allowForGood, shows, type: (keys: string) => stdin.write(keys), seen: () => seen }
}

const { signal } = new AbortController()

test('shows the whole command with escaped control characters, the id and the deadline', async () => {
  const { ask, shows, type, seen } = openAsking()
  const answer = ask(approval, { signal })
  await shows('Run it?')
  const shown = seen().replaceAll('\r\n', '\n')
  expect(shown).toContain('terminal asks to run:\n│ rm -rf build\n│ echo "because: it is safe"\\x1b[2K\\x0d\\u202exxx')
  expect(shown).toContain(`\n┆ ${'x'.repeat(40)}`)
  expect(shown).toContain('invisible characters')
  expect(shown).toContain('in /work\nbecause: It deletes a folder with everything in it.\n')
  expect(shown).toMatch(/question 3fa91c: without an answer until \d\d:\d\d:\d\d .* it does not run/)
  type('y\r')
  expect(await answer).toEqual({ decision: 'once' })
})

test('names the assumed answer', async () => {
  const { ask, shows, type } = openAsking()
  const answer = ask({ ...clarification, defaultAnswer: { text: 'red' } }, { signal })
  await shows('it counts as "red"')
  type('2\r')
  expect(await answer).toEqual({ text: 'blue' })
})

test.each([
  ['Enter', '\r', { decision: 'deny' }],
  ['Ctrl+D', '\u0004', { decision: 'deny' }],
  ['a number', '2\r', { decision: 'session' }],
  ['a reason', 'keep the build\r', { decision: 'deny', reason: 'keep the build' }],
])('reads an approval answered with %s', async (_, keys, expected) => {
  const { ask, shows, type } = openAsking()
  const answer = ask(approval, { signal })
  await shows('Run it?')
  type(keys)
  expect(await answer).toEqual(expected)
})

test('asks again for an answer that is neither yes nor no', async () => {
  const { ask, shows, type } = openAsking()
  const answer = ask(approval, { signal })
  await shows('Run it?')
  type('yes, why\r')
  await shows('Answer y, s or n, or say why not.')
  type('y\r')
  expect(await answer).toEqual({ decision: 'once' })
})

test.each([
  { choices: ['once', 'session', 'deny'], told: 'Answer 1, 2, 3 or a, or say why not.' },
  { choices: ['once', 'deny'], told: 'Answer 1 or 2, or say why not.' },
])('repeats the numbers for a screen reader: $told', async ({ choices, told }) => {
  const { ask, shows, type } = openAsking({ isPlain: true })
  const answer = ask({ ...approval, choices }, { signal })
  await shows('1. Yes.')
  type('9\r')
  await shows(told)
  type('1\r')
  expect(await answer).toEqual({ decision: 'once' })
})

test('allows permanently with "always"', async () => {
  const { ask, shows, type, allowForGood } = openAsking()
  const answer = ask(approval, { signal })
  await shows('"always" covers: all calls')
  await shows('[a]lways')
  type('a\r')
  expect(await answer).toEqual({ decision: 'always' })
  expect(allowForGood).toHaveBeenCalledExactlyOnceWith(approval)
})

test('explains why a request cannot be allowed permanently, and asks again', async () => {
  const { ask, shows, type, seen, allowForGood } = openAsking()
  allowForGood.mockRejectedValueOnce(new HermesError('config/invalid', 'Not for good.'))
  const answer = ask({ ...approval, reasons: ['Which program it starts is only known when it runs.'] }, { signal })
  await shows('Run it?')
  expect(seen()).not.toContain('[a]lways')
  type('always\r')
  await shows('Not for good.')
  type('n\r')
  expect(await answer).toEqual({ decision: 'deny' })
})

test('does not approve on a single key press', async () => {
  const { ask, shows, type } = openAsking()
  const answer = ask(approval, { signal })
  await shows('Run it?')
  type('y')
  await shows('❯ y')
  type('ou should not\r')
  expect(await answer).toEqual({ decision: 'deny', reason: 'you should not' })
})

test('interrupts the turn on Ctrl+C without recording an answer', async () => {
  const { ask, shows, type, interrupt } = openAsking()
  const answer = ask(approval, { signal })
  await shows('Run it?')
  type('\u0003')
  expect(await answer).toBeUndefined()
  expect(interrupt).toHaveBeenCalledOnce()
})

test('shows how a question was settled elsewhere, and releases the terminal', async () => {
  const { ask, shows, type, interrupt } = openAsking()
  const ended = new AbortController()
  const first = ask(approval, { signal: ended.signal })
  const second = ask(clarification, { signal })
  await shows('Run it?')
  ended.abort(new HermesError('question/settled', 'It was answered by telegram: once'))
  expect(await first).toBeUndefined()
  expect(interrupt).not.toHaveBeenCalled()
  await shows('It was answered by telegram: once')
  await shows('Which?')
  type('2\r')
  expect(await second).toEqual({ text: 'blue' })
})

test('keeps typed text when a question opens', async () => {
  const { ask, editor, shows, type, seen } = openAsking()
  const message = editor.read({ prompt: '> ' })
  type('half a mess')
  await shows('> half a mess')
  const answer = ask(approval, { signal })
  await shows('Run it?')
  type('y\r')
  expect(await answer).toEqual({ decision: 'once' })
  expect(seen().slice(seen().lastIndexOf('Run it?'))).toContain('> half a mess')
  type('age\r')
  expect(await message).toEqual({ type: 'text', text: 'half a message' })
})

test('shows the scope of an answer for the session', async () => {
  const { ask, shows, type } = openAsking()
  const answer = ask({ ...approval, sessionScope: 'rm with paths inside /work' }, { signal })
  await shows('"session" covers: rm with paths inside /work')
  type('n\r')
  expect(await answer).toMatchObject({ decision: 'deny' })
})

test('offers no answer for the session when every call needs approval', async () => {
  const { ask, shows, type } = openAsking()
  const answer = ask({ ...approval, choices: ['once', 'deny'] }, { signal })
  await shows('Run it? [y]es  [n]o, or why not')
  type('s\r')
  await shows('Answer y or n, or say why not.')
  type('y\r')
  expect(await answer).toEqual({ decision: 'once' })
})
