import { expect, test } from 'vitest'
import { parseHeartbeat } from './parse-heartbeat.js'

test.each([
  ['every 30m check the build', 'every 30m', 30, 'check the build'],
  ['every 2 hours 3 files: list them', 'every 2 hours', 120, '3 files: list them'],
  ['Every 1h 30m\nlook\nat the mail', 'every 1h 30m', 90, 'look\nat the mail'],
  ['every 1h30m look', 'every 1h30m', 90, 'look'],
  ['every hour say hello', 'every hour', 60, 'say hello'],
  ['every 5 minutes mind the gap', 'every 5 minutes', 5, 'mind the gap'],
  ['every 60s check', 'every 1m', 1, 'check'],
  ['  every 120 seconds  check', 'every 2m', 2, 'check'],
])('parses %j', (text, schedule, minutes, prompt) => {
  expect(parseHeartbeat(text)).toEqual({ schedule, everyMs: minutes * 60_000, prompt })
})

test.each([
  'check the build',
  'every 30m',
  'every build',
  'every now and then',
  'every monday at 9am look',
  '30m look',
])('explains the format for %j', (text) => {
  expect(() => parseHeartbeat(text)).toThrow('/heartbeat every 30m check the build')
})

test.each(['every 30s look', 'every 90 seconds look', 'every 0s look', 'every 1m 30s look', 'every 0m look'])(
  'rejects %j',
  (text) => {
    expect(() => parseHeartbeat(text)).toThrow('whole minutes')
  },
)
