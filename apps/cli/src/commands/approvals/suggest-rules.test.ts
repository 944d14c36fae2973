import type { Question, QuestionAnswer } from '@hermes/core/questions'
import { expect, test } from 'vitest'
import { suggestRules } from './suggest-rules.js'

const asked = (text: string, reason: string, answer: QuestionAnswer = { decision: 'once' }): Question => ({
  id: text,
  kind: 'approval',
  sessionId: 's',
  rootSessionId: 's',
  text,
  reasons: [reason],
  choices: [],
  fingerprint: '',
  createdAtMs: 1000,
  deadlineMs: 2000,
  askedBy: 'desk',
  heldUntilMs: 2000,
  state: 'answered',
  answer,
  answeredBy: 'cli',
  settledAtMs: 1500,
})
const twice = (...one: Parameters<typeof asked>) => [asked(...one), asked(...one)]
const service = 'It stops, restarts or switches off a service.'
const suggest = (questions: readonly Question[], known: readonly string[] = []) =>
  suggestRules(questions, { known, sinceMs: 0, atLeast: 2 }).map(({ entry, allowed }) => [entry, allowed])

test('suggests the exact command that was allowed repeatedly', () => {
  const command = 'systemctl restart web'
  expect(suggest([...twice(command, service), asked('systemctl stop db', service)])).toEqual([[command, 2]])
  expect(suggest(twice(command, service), [command])).toEqual([])
})

test('suggests nothing that was denied once, that deletes, or that is more than one command', () => {
  expect(
    suggest([
      ...twice('systemctl restart web', service),
      asked('systemctl restart web', service, { decision: 'deny' }),
    ]),
  ).toEqual([])
  expect(suggest(twice('rm -rf build', 'It deletes a folder with everything in it.'))).toEqual([])
  expect(suggest(twice('make && systemctl restart web', service))).toEqual([])
  expect(suggest(twice('systemctl restart *', service))).toEqual([])
})
