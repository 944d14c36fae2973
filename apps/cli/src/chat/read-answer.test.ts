import { expect, test } from 'vitest'
import { readApproval, readClarification } from './read-answer.js'

const approval = { kind: 'approval', choices: ['once', 'session', 'deny'] } as const

test.each([
  ['y', { decision: 'once' }],
  ['1', { decision: 'once' }],
  [' Once ', { decision: 'once' }],
  ['s', { decision: 'session' }],
  ['2', { decision: 'session' }],
  ['a', { decision: 'always' }],
  ['always', { decision: 'always' }],
  ['n', { decision: 'deny' }],
  ['3', { decision: 'deny' }],
  ['', { decision: 'deny' }],
  ['  ', { decision: 'deny' }],
  ['use git clean instead', { decision: 'deny', reason: 'use git clean instead' }],
])('reads the approval answer %j', (text, answer) => {
  expect(readApproval(approval, text)).toEqual(answer)
})

test.each(['yes please', 'ok', 'yy', '4', 'sure, do it', 'once more?', 'always and ever'])(
  'treats %j as neither yes nor no',
  (text) => {
    expect(readApproval(approval, text)).toBeUndefined()
  },
)

test('maps a number to a choice, and takes other text literally', () => {
  const question = { choices: ['red', 'blue'] }
  expect(readClarification(question, ' 2 ')).toEqual({ text: 'blue' })
  expect(readClarification(question, '3')).toEqual({ text: '3' })
  expect(readClarification(question, 'green')).toEqual({ text: 'green' })
  expect(readClarification(question, '  ')).toEqual({ text: '' })
})
