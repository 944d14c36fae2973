import { PassThrough } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { type Key, readKeys } from './keys.js'

function read(bytes: string): readonly Key[] {
  const keys: Key[] = []
  const stdin = new PassThrough()
  readKeys(stdin, (key) => keys.push(key))
  stdin.emit('data', Buffer.from(bytes))
  return keys
}

const names = (bytes: string) => read(bytes).map((key) => (key.type === 'press' ? key.name : key.text))

test('reads text of any script', () => {
  expect(read('aB').map((key) => key.type)).toEqual(['text', 'text'])
  expect(names('aB 漢😀')).toEqual(['a', 'B', ' ', '漢', '😀'])
})

test('reads Enter and the keys that insert a new line', () => {
  expect(names('\r')).toEqual(['enter'])
  expect(names('\n')).toEqual(['ctrl+j'])
  expect(names('\u001b\r')).toEqual(['alt+enter'])
  expect(names('\u001b[13;2u')).toEqual(['shift+enter'])
})

test('reads control and cursor keys', () => {
  expect(names('\u0003\u0004\u001b[A\u001b[1;5D\u001b[3~\u007f\t')).toEqual([
    'ctrl+c',
    'ctrl+d',
    'up',
    'ctrl+left',
    'delete',
    'backspace',
    'tab',
  ])
})

test('reads a bracketed paste as one key with its line breaks', () => {
  expect(read('\u001b[200~one\r\ntwo\rthree\n\u001b[201~x')).toEqual([
    { type: 'paste', text: 'one\ntwo\nthree\n' },
    { type: 'text', text: 'x' },
  ])
})

test('reads a paste that arrives in pieces, and a long one as a whole', () => {
  const keys: Key[] = []
  const stdin = new PassThrough()
  readKeys(stdin, (key) => keys.push(key))
  for (const character of '\u001b[200~漢\u001b[201~') stdin.emit('data', Buffer.from(character))
  const long = 'a line\n'.repeat(700_000)
  stdin.emit('data', Buffer.from(`\u001b[200~${long}\u001b[201~\u001b[A`))
  expect(keys).toEqual([
    { type: 'paste', text: '漢' },
    { type: 'paste', text: long },
    { type: 'press', name: 'up' },
  ])
})

test('reads the Escape key by itself', async () => {
  const keys: Key[] = []
  const stdin = new PassThrough()
  readKeys(stdin, (key) => keys.push(key))
  stdin.emit('data', Buffer.from('\u001b'))
  await expect.poll(() => keys).toEqual([{ type: 'press', name: 'escape' }])
  stdin.emit('data', Buffer.from('a'))
  expect(keys.at(-1)).toEqual({ type: 'text', text: 'a' })
})

const answer = '\u001b]11;rgb:ffff/ffff/ffff\u001b\\'

test.each([answer, '\u001b]11;rgb:00/00/00\u0007', '\u001b[?62;4;22c'])(
  'distinguishes reports of the terminal from keys: %j',
  (report) => {
    const reports: string[] = []
    const keys: Key[] = []
    const stdin = new PassThrough()
    readKeys(
      stdin,
      (key) => keys.push(key),
      (text) => reports.push(text),
    )
    stdin.emit('data', Buffer.from(`a${report}b\u001b[A`))
    for (const character of `c${report}`) stdin.emit('data', Buffer.from(character))
    stdin.emit('data', Buffer.from('d'))
    expect(keys.map((key) => (key.type === 'press' ? key.name : key.text))).toEqual(['a', 'b', 'up', 'c', 'd'])
    expect(reports).toEqual([report, report])
  },
)

test('does not treat an incomplete report as typed text', async () => {
  vi.useFakeTimers()
  try {
    const keys: Key[] = []
    const stdin = new PassThrough()
    readKeys(stdin, (key) => keys.push(key))
    stdin.emit('data', Buffer.from(answer.slice(0, 12)))
    await vi.advanceTimersByTimeAsync(500)
    stdin.emit('data', Buffer.from(answer.slice(12)))
    stdin.emit('data', Buffer.from('a\u001b]11;rgb'))
    await vi.advanceTimersByTimeAsync(2_000)
    stdin.emit('data', Buffer.from('b'))
    expect(keys).toEqual([
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ])
  } finally {
    vi.useRealTimers()
  }
})

test('treats a pasted report as a paste', () => {
  expect(read(`\u001b[200~${answer}\u001b[201~`)).toEqual([{ type: 'paste', text: answer }])
})
