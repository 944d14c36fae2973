import { expect, test } from 'vitest'
import {
  describeProcessReports,
  formatProcessReports,
  isWake,
  processReportsIn,
  wakeHeading,
} from './process-reports.js'

const ended = {
  session_id: 'proc_1',
  command: 'npm test',
  status: 'exited',
  exit_code: 1,
  output: 'a "quote"\nand a line',
}
const said = { session_id: 'proc_2', command: 'npm run dev', status: 'running', matched: ['ready in 3 ms'] }
const lost = { session_id: 'proc_3', command: 'npm run watch', status: 'ended' }

test('finds the reports in a message, even below text that a person wrote', () => {
  expect(processReportsIn(formatProcessReports([ended, said]))).toEqual([ended, said])
  expect(
    processReportsIn(`And?\n\n${formatProcessReports([ended])}\n\n${formatProcessReports([lost], wakeHeading)}`),
  ).toEqual([ended, lost])
})

test('only a message that starts a turn wakes the agent', () => {
  expect(isWake(formatProcessReports([ended], wakeHeading))).toBe(true)
  expect(isWake(formatProcessReports([ended]))).toBe(false)
  expect(isWake(`And?\n\n${formatProcessReports([ended], wakeHeading)}`)).toBe(false)
})

test('shows people one line for each process', () => {
  expect(describeProcessReports(formatProcessReports([ended, said, lost], wakeHeading))).toBe(
    [
      'Process ended with exit code 1: npm test',
      'Process says "ready in 3 ms": npm run dev',
      'Process was ended together with Hermes: npm run watch',
    ].join('\n'),
  )
})

test.each([
  'Hello.',
  wakeHeading,
  `${wakeHeading}\nwhat does that mean?`,
  `${wakeHeading}\n{"processes":[1,null]}`,
  `Look:\n${formatProcessReports([ended])}`,
])('what people write is no notice: %s', (text) => {
  expect(describeProcessReports(text)).toBeUndefined()
})
