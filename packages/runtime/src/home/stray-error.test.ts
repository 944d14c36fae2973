import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { readStrayError } from './stray-error.js'

const own = [pathToFileURL('/opt/hermes/').href]

function thrown(message: string, ...frames: readonly string[]) {
  const error = new Error(message)
  error.stack = [`Error: ${message}`, ...frames.map((frame) => `    at ${frame}`)].join('\n')
  return error
}

test('names the first place outside of the program', () => {
  const error = thrown(
    'no\nluck',
    'node:internal/process/task_queues:105:5',
    'call (file:///opt/hermes/dist/main.js:1:2)',
    'Timeout.tick [as _onTimeout] (file:///home/ada/.hermes/zed.mjs:3:20)',
    'file:///home/ada/.hermes/other.mjs:1:1',
  )
  expect(readStrayError(error, own)).toEqual({
    sentence:
      'Code outside of Hermes failed where nothing could catch it: no luck (file:///home/ada/.hermes/zed.mjs:3:20).',
    stack: error.stack,
    isForeign: true,
  })
})

test('blames no other code if the program is the only code involved', () => {
  const error = thrown('no luck', 'call (/opt/hermes/dist/main.js:1:2)', 'node:internal/timers:1:2')
  expect(readStrayError(error, own)).toMatchObject({
    sentence: 'An error that nothing caught: no luck.',
    isForeign: false,
  })
})

test.each([[undefined], ['a text'], [{ toString: () => Promise.reject }], [Object.create(null)]])(
  'accepts anything that can be thrown: %#',
  (reason) => {
    expect(readStrayError(reason, own).sentence).toMatch(/^An error that nothing caught: ./)
  },
)
