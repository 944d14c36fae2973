import { createMemoryStore } from '@hermes/core'
import { createJobBook } from '@hermes/scheduler'
import { expect, test } from 'vitest'
import { jobText } from './job-text.js'

const book = createJobBook({ store: createMemoryStore(), zone: 'UTC' })
const job = await book.add({ schedule: 'every 1h', name: 'disk', task: { prompt: 'Look.' }, createdBy: 'person' })

test('a result shows the name of its job above it and the command that explains it below, if the frame asks for them', () => {
  const message = { kind: 'result', text: '91 % are used.', job } as const
  expect(jobText(message, { hasName: true, hasStory: true })).toBe(
    `⏰ **disk**\n\n91 % are used.\n\n— /cron why ${job.id}`,
  )
  expect(jobText(message, { hasName: true, hasStory: false })).toBe('⏰ **disk**\n\n91 % are used.')
  expect(jobText(message, { hasName: false, hasStory: false })).toBe('91 % are used.')
})

test('a notice always names its job', () => {
  expect(jobText({ kind: 'notice', text: 'The run failed.', job }, { hasName: false, hasStory: false })).toBe(
    '⚠️ **disk**\n\nThe run failed.',
  )
  expect(jobText({ kind: 'notice', text: 'The run failed.', job }, { hasName: true, hasStory: true })).toBe(
    `⚠️ **disk**\n\nThe run failed.\n\n— /cron why ${job.id}`,
  )
})
