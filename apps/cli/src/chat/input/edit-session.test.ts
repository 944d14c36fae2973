import { expect, test, vi } from 'vitest'
import { createEditSession, type EditSessionOptions } from './edit-session.js'
import type { Key } from './keys.js'

/** `<left>` is a key, `{...}` a paste, everything else is typed. */
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
])('%s', (script, shown) => {
  expect(edit(script).shown).toBe(shown)
})

test('submits the whole text on Enter', () => {
  expect(edit('one<ctrl+j>two<left><enter>').last).toEqual({
    type: 'answered',
    answer: { type: 'text', text: 'one\ntwo' },
  })
})

test('clears, then cancels on Ctrl+C; deletes, then ends on Ctrl+D', () => {
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

test('completes on Tab, and shows several choices', () => {
  const complete = (text: string) => (text === '/re' ? { text: '/res', choices: ['/resume', '/reset'] } : undefined)
  expect(edit('/re<tab>', { complete })).toEqual({
    shown: '/res|',
    last: { type: 'choices', choices: ['/resume', '/reset'] },
  })
})

test('takes a submitted text back with Up on an empty text', async () => {
  const changed = vi.fn()
  const session = createEditSession({ history: ['old'], takeBack: async () => 'queued', onCompleted: changed })
  session.press({ type: 'press', name: 'up' })
  session.press({ type: 'text', text: 'x' })
  await expect.poll(() => session.buffer.before).toBe('queued\nx')
  expect(changed).toHaveBeenCalledOnce()
})

test('reports Escape', () => {
  expect(edit('abc<escape>')).toEqual({ shown: 'abc|', last: { type: 'escape' } })
})
