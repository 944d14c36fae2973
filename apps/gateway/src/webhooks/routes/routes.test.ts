import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { webhookRouteSchema } from '@hermes/runtime'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fillTemplate } from './fill-template.js'
import { whyIgnored } from './matches.js'

let root = ''
let home = ''

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'hermes-webhooks-'))
  home = join(root, 'home')
  mkdirSync(home)
  writeFileSync(join(root, 'outside.txt'), 'opened\n')
  symlinkSync(join(root, 'outside.txt'), join(home, 'link.txt'))
  symlinkSync(root, join(home, 'folder'))
  writeFileSync(join(home, 'people.txt'), 'ada\n\n 7 \n')
})
afterEach(() => rmSync(root, { recursive: true }))

const data = { action: 'opened', issue: { number: 7, labels: [{ name: 'bug' }], title: 'It {fails}' }, draft: false }

test.each([
  ['Issue {issue.number}: {issue.title}', 'Issue 7: It {fails}'],
  ['{issue.labels.0.name}, {draft}', 'bug, false'],
  ['{issue.labels}', '[\n  {\n    "name": "bug"\n  }\n]'],
  ['{issue.body} {constructor} {issue.labels.length}', '{issue.body} {constructor} {issue.labels.length}'],
])('%s becomes %s', (template, filled) => {
  expect(fillTemplate(template, data)).toBe(filled)
})

test('truncates a whole event to 4,000 characters, and a part of it to 2,000', () => {
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
  [{ path: 'issue.body', missing: true }, true],
  [{ path: 'action', missing: true }, false],
  [{ path: 'issue.number', in_file: 'people.txt' }, true],
  [{ path: 'action', in_file: 'people.txt' }, false],
  [{ path: 'issue.body', in_file: 'people.txt' }, false],
  [{ path: 'issue.title', regex: '(?i)^it .fails' }, true],
  [{ path: 'issue.title', regex: '^fails' }, false],
  [{ path: 'issue.number', regex: '7' }, false],
  [
    {
      all: [
        { path: 'action', equals: 'opened' },
        { path: 'draft', equals: false },
      ],
    },
    true,
  ],
  [
    {
      all: [
        { path: 'action', equals: 'opened' },
        { path: 'draft', equals: true },
      ],
    },
    false,
  ],
  [
    {
      any: [
        { path: 'action', equals: 'closed' },
        { path: 'draft', equals: false },
      ],
    },
    true,
  ],
  [
    {
      any: [
        { path: 'action', equals: 'closed' },
        { path: 'draft', equals: true },
      ],
    },
    false,
  ],
  [{ not: { path: 'draft', equals: true } }, true],
  [{ not: { any: [{ path: 'draft', equals: false }] } }, false],
  [{ path: 'action', equals: 'opened', not: { path: 'draft', equals: false } }, false],
])('the filter %j holds: %s', async (filter, holds) => {
  const route = webhookRouteSchema().parse({ prompt: 'x', filters: [filter] })
  expect((await whyIgnored({ deliveryId: '1', data }, route, home)) === undefined).toBe(holds)
})

test.each([
  [{ path: 'action', regex: '(' }, /no pattern/],
  [{ path: 'action', regex: '(a)\\1' }, /no pattern/],
  [{ path: 'action', in_file: 'nowhere.txt' }, /no file/],
  [{ path: 'action', in_file: '../outside.txt' }, /is not in the home/],
  [{ path: 'action', in_file: '/etc/passwd' }, /is not in the home/],
  [{ path: 'action', in_file: 'link.txt' }, /is not in the home/],
  [{ path: 'action', in_file: 'folder/outside.txt' }, /is not in the home/],
])('the filter %j cannot work', async (filter, message) => {
  const route = webhookRouteSchema().parse({ prompt: 'x', filters: [filter] })
  await expect(whyIgnored({ deliveryId: '1', data }, route, home)).rejects.toThrow(message)
})

test('a pattern takes linear time', async () => {
  const route = webhookRouteSchema().parse({ prompt: 'x', filters: [{ path: 'text', regex: '^(a+)+$' }] })
  const text = `${'a'.repeat(5_000)}!`
  expect(await whyIgnored({ deliveryId: '1', data: { text } }, route, home)).toMatch(/text/)
})

test('answers only its own events', async () => {
  const route = webhookRouteSchema().parse({ prompt: 'x', events: ['issues', 'tags'] })
  expect(await whyIgnored({ name: 'issues', deliveryId: '1', data }, route, home)).toBeUndefined()
  expect(await whyIgnored({ name: 'push', deliveryId: '1', data }, route, home)).toMatch(/push/)
  expect(await whyIgnored({ deliveryId: '1', data }, route, home)).toBe(
    'The event has no name, and the route only answers issues, tags.',
  )
})
