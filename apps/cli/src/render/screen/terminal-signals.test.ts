import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { createTerminalSignals, type TerminalSignals } from './terminal-signals.js'

function written(env: Readonly<Record<string, string>>, use: (signals: TerminalSignals) => void): string {
  const stdout = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY: true })
  const signals = createTerminalSignals({ stdout, env })
  use(signals)
  signals[Symbol.dispose]()
  return stdout.read() ?? ''
}

test('sets the title, without control characters, and restores it', () => {
  const use = (signals: TerminalSignals) => {
    signals.setTitle('Tea\u001b]2;x\u0007')
    signals.setTitle('Tea\u001b]2;x\u0007')
  }
  expect(written({ TERM: 'xterm' }, use)).toBe('\u001b[22;2t\u001b]2;Tea\\x1b]2,x\\x07\u001b\\\u001b[23;2t')
  expect(written({ TERM: 'dumb' }, use)).toBe('')
})

test('sends the notification sequence that the terminal supports', () => {
  const use = (signals: TerminalSignals) => signals.notify('Done; really')
  expect(written({ TERM: 'xterm' }, use)).toBe('\u0007\u001b]9;Done, really\u001b\\')
  expect(written({ TERM: 'xterm', VTE_VERSION: '7600' }, use)).toBe(
    '\u0007\u001b]777;notify;Hermes;Done, really\u001b\\',
  )
  expect(written({ TERM: 'dumb' }, use)).toBe('\u0007')
})
