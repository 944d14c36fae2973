import { formatProcessReports, wakeHeading } from '@hermes/safety'
import { expect, test } from 'vitest'
import { fromHistory } from './from-history.js'
import { reduce } from './reduce.js'
import { emptyView } from './view-state.js'

const report = { session_id: 'proc_1', command: 'npm test', status: 'exited', exit_code: 1, output: '' }
const line = { type: 'note', tone: 'info', text: 'Process ended with exit code 1: npm test' }
const turn = { id: 't', startedAtMs: 3, by: { id: 'ada', role: 'user' } } as const

test('a turn started by a process starts with a notice, and a turn of a person with their text', () => {
  const begin = (input: string) =>
    reduce(emptyView, { type: 'message.start', payload: { turn, submissionId: 's', input } }, 7).blocks
  expect(begin(formatProcessReports([report], wakeHeading))).toMatchObject([line])
  expect(begin('hello')).toMatchObject([{ type: 'user', text: 'hello' }])
})

test('the same applies to stored turns and to news that joined a turn', () => {
  const stored = (content: string, id: number) => ({ id, timestampMs: 0, message: { role: 'user', content } }) as const
  const messages = [formatProcessReports([report], wakeHeading), 'hello', formatProcessReports([report])].map(stored)
  expect(fromHistory({ messages, hasMore: false }).blocks).toMatchObject([line, { type: 'user' }, line])
})
