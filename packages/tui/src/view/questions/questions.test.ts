import type { RequestParams } from '@hermes/rpc/schemas'
import { expect, test } from 'vitest'
import { plainLook } from '../../../testing/plain-look.js'
import { approvalQuestion, clarifyAnswer, clarifyQuestion } from './questions.js'

const question: RequestParams<'approval'>['question'] = {
  id: 'q1',
  kind: 'approval',
  sessionId: 's',
  rootSessionId: 's',
  state: 'open',
  text: 'rm -rf build',
  reasons: ['It deletes a folder with everything in it.'],
  choices: ['once', 'session', 'deny'],
  sessionScope: 'exactly this call',
  createdAtMs: 0,
  deadlineMs: Number.MAX_SAFE_INTEGER,
}

test('shows the scope of each permission in full, even on a narrow terminal', () => {
  const { rows } = approvalQuestion({ requestId: 'a1', sessionId: 's', question, canAllowForGood: true }, plainLook)
  const shown = rows(30)
  expect(shown.join(' ')).toContain(
    'For this session: exactly this call Always: all calls that are asked about for these reasons alone, in every session',
  )
  expect(shown.every((row) => row.length <= 30)).toBe(true)
})

test('offers no session grant for calls that are always asked about', () => {
  const asked = { ...question, choices: ['once', 'deny'] }
  const { items } = approvalQuestion(
    { requestId: 'a1', sessionId: 's', question: asked, canAllowForGood: false },
    plainLook,
  )
  expect(items.map(({ label }) => label)).toEqual(['Once', 'No'])
})

test.each([
  ['2', 'blue'],
  ['blue', 'blue'],
  ['3', '3'],
  ['green', 'green'],
  [undefined, ''],
])('a choice is answered by its number: %j gives %j', (typed, answer) => {
  const asked = { ...question, kind: 'clarification', choices: ['red', 'blue'] } as const
  const params = { requestId: 'c1', sessionId: 's', question: asked }
  expect(
    clarifyQuestion(params, plainLook)
      .items.map(({ label }) => label)
      .slice(0, 2),
  ).toEqual(['1  red', '2  blue'])
  expect(clarifyAnswer(typed, params)).toEqual({ answer })
})

test('a number that is itself a choice selects that choice', () => {
  const asked = { ...question, kind: 'clarification', choices: ['2', '4'] } as const
  expect(clarifyAnswer('2', { requestId: 'c1', sessionId: 's', question: asked })).toEqual({ answer: '2' })
})
