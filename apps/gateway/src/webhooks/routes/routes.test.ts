import { webhookRouteSchema } from '@hermes/runtime'
import { expect, test } from 'vitest'
import { fillTemplate } from './fill-template.js'
import { whyIgnored } from './matches.js'

const data = { action: 'opened', issue: { number: 7, labels: [{ name: 'bug' }], title: 'It {fails}' }, draft: false }

test.each([
  ['Issue {issue.number}: {issue.title}', 'Issue 7: It {fails}'],
  ['{issue.labels.0.name}, {draft}', 'bug, false'],
  ['{issue.labels}', '[\n  {\n    "name": "bug"\n  }\n]'],
  ['{issue.body} {constructor} {issue.labels.length}', '{issue.body} {constructor} {issue.labels.length}'],
])('%s becomes %s', (template, filled) => {
  expect(fillTemplate(template, data)).toBe(filled)
})

test('a whole event is cut after 4,000 characters, a part of it after 2,000', () => {
  const long = { text: ['a'.repeat(10_000)] }
  expect(fillTemplate('{__raw__}', long)).toHaveLength(4_000)
  expect(fillTemplate('{text}', long)).toHaveLength(2_000)
})

test.each([
  [{ path: 'action', equals: 'opened' }, true],
  [{ path: 'action', equals: 'closed' }, false],
  [{ path: 'action', not_equals: 'closed' }, true],
  [{ path: 'issue.number', in: [6, 7] }, true],
  [{ path: 'issue.number', in: ['7'] }, false],
  [{ path: 'issue.title', contains: 'fails' }, true],
  [{ path: 'issue.body', exists: false }, true],
  [{ path: 'issue.body', exists: true }, false],
])('the filter %j holds: %s', (filter, holds) => {
  const route = webhookRouteSchema.parse({ prompt: 'x', filters: [filter] })
  expect(whyIgnored({ deliveryId: '1', data }, route) === undefined).toBe(holds)
})

test('only answers its events', () => {
  const route = webhookRouteSchema.parse({ prompt: 'x', events: ['issues'] })
  expect(whyIgnored({ name: 'issues', deliveryId: '1', data }, route)).toBeUndefined()
  expect(whyIgnored({ name: 'push', deliveryId: '1', data }, route)).toMatch(/push/)
  expect(whyIgnored({ deliveryId: '1', data }, route)).toBeDefined()
})
