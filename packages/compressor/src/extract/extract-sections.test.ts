import type { Message } from '@hermes/core'
import { atOnce } from '@hermes/safety'
import { describe, expect, test } from 'vitest'
import { toBlocks } from '../blocks.js'
import { extractSections } from './extract-sections.js'
import { readHistory } from './history.js'
import { renderSections } from './sections.js'

const user = (content: string): Message => ({ role: 'user', content })
const answer = (content: string): Message => ({ role: 'assistant', content })
let calls = 0
const use = (name: string, args: object, result: string): Message[] => {
  calls += 1
  const id = `call_${calls}`
  return [
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id, type: 'function', function: { name, arguments: JSON.stringify(args) } }],
    },
    { role: 'tool', tool_call_id: id, content: result },
  ]
}

function extract(messages: readonly Message[]) {
  const all = messages.flatMap(({ role, content }) => (role === 'user' && typeof content === 'string' ? [content] : []))
  const history = atOnce(readHistory(toBlocks(messages)))
  const context = { userMessages: { all, removed: all, visible: [] }, previous: undefined, isFocused: () => false }
  return atOnce(extractSections(history, context))
}

const story = [
  user('Move the invoices from MySQL to Postgres. Always use pnpm. Which port does staging use?'),
  answer('Staging uses port 48213.'),
  user('Instead of Postgres take SQLite. Keep files below 300 lines.'),
  ...use('read_file', { path: 'src/billing/invoice.ts' }, 'export const rate = 0.19\n'.repeat(4)),
  ...use(
    'terminal',
    { command: 'pnpm test' },
    JSON.stringify({ output: '2 failed\nError: table invoices is missing', exit_code: 1, error: null }),
  ),
  answer(
    'We decided to keep the old schema because the importer reads it. The migration id is MIG-2044. Next I will write the importer.',
  ),
  ...use('write_file', { path: 'src/billing/import.ts', content: 'x' }, 'Wrote 1 line.'),
  ...use(
    'todo',
    {},
    JSON.stringify({
      todos: [
        { id: '1', content: 'Write the importer', status: 'in_progress' },
        { id: '2', content: 'Drop MySQL', status: 'pending' },
        { id: '3', content: 'Read', status: 'completed' },
      ],
    }),
  ),
  answer('The importer is there. Shall I also delete the dump in /var/backups/old.sql?'),
  user('continue'),
]

describe('a rule-based summary contains', () => {
  const sections = extract(story)
  const text = (name: keyof typeof sections) => sections[name].join('\n')

  test('the task verbatim, even if the newest message only says to continue', () => {
    expect(text('Active Task')).toBe(
      '> Instead of Postgres take SQLite. Keep files below 300 lines.\nand then:\n> continue',
    )
  })

  test('the goal and later changes', () => {
    expect(text('Goal')).toMatch(/Move the invoices[\s\S]+Changed later: Instead of Postgres take SQLite/)
  })

  test('constraints of the user', () => {
    expect(text('Constraints & Preferences')).toContain('- Always use pnpm.')
  })

  test('actions with their results', () => {
    expect(sections['Completed Actions'].slice(0, 3)).toEqual([
      '1. read_file "src/billing/invoice.ts": 4 lines',
      '2. terminal "pnpm test": exit 1: Error: table invoices is missing',
      '3. write_file "src/billing/import.ts": Wrote 1 line.',
    ])
  })

  test('the state, work in progress, remaining work and failures', () => {
    expect(text('Active State')).toContain('1 of 3 planned tasks are done')
    expect(text('In Progress')).toBe('- Write the importer')
    expect(text('Remaining Work')).toContain('- Drop MySQL')
    expect(text('Blocked')).toContain('terminal "pnpm test": exit 1: Error: table invoices is missing')
  })

  test('finished calls only once, as completed', () => {
    const history = story.filter(({ role, content }) => role !== 'tool' || !String(content).includes('todos'))
    const { 'In Progress': inProgress, 'Completed Actions': completed } = extract(
      history.filter((message) => message.role !== 'assistant' || message.tool_calls?.[0]?.function.name !== 'todo'),
    )
    expect(completed.join('\n')).toContain('terminal "pnpm test": exit 1')
    expect(inProgress).toEqual([])
  })

  test('decisions with their reasons', () => {
    expect(text('Key Decisions')).toContain('- We decided to keep the old schema because the importer reads it.')
  })

  test('answered and open questions', () => {
    expect(text('Resolved Questions')).toBe('- Which port does staging use? Answer: Staging uses port 48213.')
    expect(text('Pending User Asks')).toContain('- Shall I also delete the dump in /var/backups/old.sql?')
  })

  test('relevant files', () => {
    expect(text('Relevant Files')).toContain('- src/billing/invoice.ts (read_file)')
    expect(text('Relevant Files')).toContain('- src/billing/import.ts (write_file)')
    expect(text('Relevant Files')).toContain('- /var/backups/old.sql')
  })

  test('figures and names', () => {
    const all = renderSections(sections)
    for (const fact of ['48213', 'MIG-2044', '300 lines']) expect(all).toContain(fact)
  })
})

test('a command that passes after a failure is no longer blocked', () => {
  const failed = use('terminal', { command: 'make' }, '{"output":"","exit_code":2}')
  const passed = use('terminal', { command: 'make' }, '{"output":"","exit_code":0}')
  expect(extract([user('Go.'), ...failed]).Blocked).toHaveLength(1)
  expect(extract([user('Go.'), ...failed, ...passed]).Blocked).toEqual([])
})

test.each([
  ['German', 'Wir haben entschieden, Redis zu nehmen, weil es schon läuft.', 'Bitte niemals auf main pushen.'],
  ['Chinese', '我们决定采用方案二，因为它更简单。', '不要修改数据库。'],
  ['French', 'Nous avons choisi Redis parce que c’est simple.', 'Ne touche jamais à la base.'],
  ['Spanish', 'Hemos elegido la opción dos porque decidimos ahorrar.', 'Nunca borres los datos.'],
  ['Russian', 'Мы решили взять Redis, потому что он уже есть.', 'Никогда не трогай базу.'],
  ['Japanese', '案二を採用することに決めました。', '必ずテストを実行してください。'],
])('recognises decisions and rules in %s', (_, decision, rule) => {
  const sections = extract([user(rule), answer(decision), user('Go.')])
  expect(sections['Key Decisions'].join('\n')).toContain(decision.slice(0, 12))
  expect(sections['Constraints & Preferences'].join('\n')).toContain(rule.slice(0, 8))
})

test('keeps a single fact from a log of thousands of lines', () => {
  const log = Array.from({ length: 3_000 }, (_, n) => `[10:00:${n}] request ${n} took ${n % 90} ms`).join('\n')
  const noisy = Array.from({ length: 30 }, (_, n) => use('terminal', { command: `tail ${n}` }, log)).flat()
  const sections = extract([
    user('Watch.'),
    ...noisy,
    ...use('terminal', { command: 'env' }, `BUILD_HOST=build-7.example:9443\n${log}`),
  ])
  expect(sections['Critical Context'].join('\n')).toContain('BUILD_HOST=build-7.example:9443')
  expect(sections['Critical Context'].length).toBeLessThan(10)
})
