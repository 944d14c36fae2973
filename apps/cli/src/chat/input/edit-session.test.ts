import { expect, test, vi } from 'vitest'
import { createEditSession, type EditSessionOptions } from './edit-session.js'
import type { Key } from './keys.js'

/** Parses a script: `<left>` is a key, `{...}` a paste, everything else is typed. */
function keysOf(script: string): Key[] {
  return (script.match(/<[^>]+>|\{[^}]*\}|[^<{]/gsu) ?? []).map((part): Key => {
    if (part.startsWith('<')) return { type: 'press', name: part.slice(1, -1) }
    return part.startsWith('{') ? { type: 'paste', text: part.slice(1, -1) } : { type: 'text', text: part }
  })
}

function edit(script: string, options?: EditSessionOptions) {
  const session = createEditSession(options)
  const outcomes = keysOf(script).map((key) => session.press(key))
  return { shown: `${session.buffer.before}|${session.buffer.after}`, last: outcomes.at(-1) }
}

test.each([
  ['abc<left><left>X', 'aX|bc'],
  ['abc<home>X<end>Y', 'Xabc|Y'.replace('|Y', 'Y|')],
  ['one two<ctrl+w>', 'one |'],
  ['one two<ctrl+left><ctrl+left><alt+d>', '| two'],
  ['one two<ctrl+a><ctrl+k>', '|'],
  ['one two<left><ctrl+u>', '|o'],
  ['a👨‍👩‍👧b<left><backspace>', 'a|b'],
  ['é漢<left><delete>', 'é|'],
  ['a<alt+enter>b<ctrl+j>c', 'a\nb\nc|'],
  ['one\\<enter>two', 'one\ntwo|'],
  ['{two\nlines}', 'two\nlines|'],
  ['long line<ctrl+j>ab<up>X', 'loXng line\nab'.replace('X', 'X|')],
  ['ab<ctrl+j>long line<up><down>X', 'ab\nloX|ng line'],
  ['<f5>a', 'a|'],
])('edits %s', (script, shown) => {
  expect(edit(script).shown).toBe(shown)
})

test('submits the whole text on Enter', () => {
  expect(edit('one<ctrl+j>two<left><enter>').last).toEqual({
    type: 'answered',
    answer: { type: 'text', text: 'one\ntwo' },
  })
})

test('clears, then cancels on Ctrl+C; deletes, then ends the input on Ctrl+D', () => {
  expect(edit('abc<ctrl+c>')).toEqual({ shown: '|', last: { type: 'cleared' } })
  expect(edit('abc<ctrl+c><ctrl+c>').last).toEqual({ type: 'answered', answer: { type: 'cancel' } })
  expect(edit('ab<left><ctrl+d>')).toMatchObject({ shown: 'a|' })
  expect(edit('<ctrl+d>').last).toEqual({ type: 'answered', answer: { type: 'end' } })
})

test('browses the history with Up and Down, and returns to the draft', () => {
  const history = ['first', 'second']
  expect(edit('<up>', { history }).shown).toBe('second|')
  expect(edit('<up><up><up>', { history }).shown).toBe('first|')
  expect(edit('dra<up><up><down><down>ft', { history }).shown).toBe('draft|')
  expect(edit('<up>!<up><down>', { history }).shown).toBe('second!|')
})

const said = { history: ['run the tests', 'run the linter now', 'two\nlines'], hasGhosts: true }

test.each([
  ['run', ' the linter now', 'run|'],
  ['run the t', 'ests', 'run the t|'],
  ['run<right>', '', 'run the linter now|'],
  ['run<ctrl+e>!', '', 'run the linter now!|'],
  ['run<alt+right>', ' linter now', 'run the|'],
  ['run<alt+right><ctrl+right><end>', '', 'run the linter now|'],
  ['run<left>', '', 'ru|n'],
  ['run<left><right><right>', '', 'run the linter now|'],
  ['two', '', 'two|'],
  ['<right>', '', '|'],
  ['Run', '', 'Run|'],
  ['run<ctrl+r>', '', 'run|'],
])('suggests a continuation of the text: %s', (script, ghost, shown) => {
  const session = createEditSession(said)
  for (const key of keysOf(script)) session.press(key)
  expect(session.ghost).toBe(ghost)
  expect(`${session.buffer.before}|${session.buffer.after}`).toBe(shown)
  expect(edit('run', { history: said.history }).shown).toBe('run|')
  expect(edit('run<right>', { history: said.history }).shown).toBe('run|')
})

const names = ['/reset', '/resume', '/status']
const suggest = (before: string) =>
  /^\/\S*$/.test(before)
    ? { start: 0, choices: names.filter((name) => name.startsWith(before)).map((text) => ({ text })) }
    : undefined

test.each([
  ['/r<tab>', '/res|'],
  ['/r<tab><tab>', '/reset |'],
  ['/r<down><down><tab>', '/resume |'],
  ['/r<up><enter>', '/resume|'],
  ['/s<tab>', '/status |'],
  ['/r<escape><tab>', '/res|'],
  ['a<tab>b', 'a  b|'],
])('completes %s', (script, shown) => {
  expect(edit(script, { suggest }).shown).toBe(shown)
})

test('submits the typed text unless an entry of the menu was chosen', () => {
  expect(edit('/res<enter>', { suggest }).last).toEqual({ type: 'answered', answer: { type: 'text', text: '/res' } })
  const chosen = edit('/res<down><enter><enter>', { suggest })
  expect(chosen.last).toEqual({ type: 'answered', answer: { type: 'text', text: '/reset' } })
})

test('completes on Tab when the completions arrive later', async () => {
  const session = createEditSession({ suggest: async (before) => suggest(before) })
  for (const key of keysOf('/s<tab>')) session.press(key)
  await expect.poll(() => session.buffer.before).toBe('/status ')
})

test('searches the history on Ctrl+R, and returns to the draft on Escape', () => {
  const history = ['git push', 'npm test', 'git pull']
  expect(edit('<ctrl+r>git<enter>', { history }).shown).toBe('git pull|')
  expect(edit('<ctrl+r>git<ctrl+r><ctrl+r><enter>', { history }).shown).toBe('git push|')
  expect(edit('draft<ctrl+r>x<escape>', { history }).shown).toBe('draft|')
})

test('puts drafts aside on Ctrl+S', () => {
  const drafts: string[] = []
  expect(edit('one<ctrl+s>two<ctrl+s>', { drafts }).shown).toBe('|')
  expect(drafts).toEqual(['one', 'two'])
  expect(edit('<ctrl+s>', { drafts }).shown).toBe('two|')
})

test('folds a long paste, erases it as a whole, and submits it in full', () => {
  const paste = 'a line\n'.repeat(700_000)
  expect(edit(`x{${paste}}`).shown).toBe('x[paste 1: 700000 lines]|')
  expect(edit(`x{${paste}}<backspace>`).shown).toBe('x|')
  expect(edit(`x{${paste}}y<enter>`).last).toEqual({ type: 'answered', answer: { type: 'text', text: `x${paste}y` } })
})

test.each(['<ctrl+v>', '<alt+v>'])('pastes an image on %s, and keeps the text', (key) => {
  const { shown, last } = edit(`one${key}`)
  expect(last).toEqual({ type: 'paste-image' })
  expect(shown).toBe('one|')
})

test.each(['<ctrl+g>', '<ctrl+x><ctrl+e>'])('opens an editor on %s', (keys) => {
  expect(edit(`a${keys}`).last).toEqual({ type: 'edit' })
})

test('takes back a submitted text when Up is pressed on an empty text', async () => {
  const changed = vi.fn()
  const session = createEditSession({ history: ['old'], takeBack: async () => 'queued', onChange: changed })
  session.press({ type: 'press', name: 'up' })
  session.press({ type: 'text', text: 'x' })
  await expect.poll(() => session.buffer.before).toBe('queued\nx')
  expect(changed).toHaveBeenCalledOnce()
})

test('reports Escape', () => {
  expect(edit('abc<escape>')).toEqual({ shown: 'abc|', last: { type: 'escape' } })
})
