import { noUsage } from '@hermes/core'
import { expect, test } from 'vitest'
import { createStyle } from '../text/style.js'
import { textWidth } from '../text/text-width.js'
import type { StatusFacts } from './status-facts.js'
import { statusLine } from './status-line.js'

const fields = ['model', 'context', 'total_tokens', 'cost', 'yolo', 'sandbox', 'git_branch', 'duration', 'title']
const facts: StatusFacts = {
  model: 'vendor/a-model',
  contextTokens: 30_000,
  contextWindow: 200_000,
  usage: { ...noUsage, inputTokens: 40_000, outputTokens: 2_000 },
  cost: { status: 'estimated', microUsd: 123_400, source: 'config', version: '1' },
  title: 'Tea\u001b]0;x\u0007',
  gitBranch: 'main\u001b[2J',
  sandbox: 'sandbox',
  isYolo: true,
  elapsedMs: 125_000,
}
const show = (columns: number, options: { readonly fields?: readonly string[]; readonly isColored?: boolean } = {}) =>
  statusLine(facts, { fields: options.fields ?? fields, style: createStyle(options.isColored === true), columns })

test('shows the fields that fit, most important first', () => {
  expect(show(200)).toEqual([
    'vendor/a-model · 15 % of 200.0k · 42.0k tokens · $0.1234 · yolo · sandbox · main\\x1b[2J · 2m · Tea\\x1b]0;x\\x07',
  ])
  expect(show(60)).toEqual(['a-model · 15 % · 42.0k tokens · $0.1234 · yolo · sandbox · …'.replace(' · …', '')])
  expect(show(39)).toEqual([])
  expect(show(80, { fields: [] })).toEqual([])
  expect(show(80, { fields: ['unknown', 'duration'] })).toEqual(['2m'])
})

test('shows the share of the prompts that came from the cache of the provider', () => {
  const cached = (usage: StatusFacts['usage']) =>
    statusLine({ ...facts, ...(usage && { usage }) }, { fields: ['cache_hit'], style: createStyle(false), columns: 80 })
  expect(cached({ ...noUsage, inputTokens: 2_000, cacheReadTokens: 6_000 })).toEqual(['cache 75 %'])
  expect(cached(noUsage)).toEqual([])
})

test('shows goal, background work, focus, drafts and battery when there are any', () => {
  const more = { goal: 'Green\nbuild', processes: 2, subagents: 1, isFocused: true, drafts: 1, batteryPercent: 12 }
  const background = ['goal', 'bg_tasks', 'bg_subagents', 'focus', 'stash', 'battery']
  const lineOf = (given: StatusFacts) =>
    statusLine(given, { fields: background, style: createStyle(false), columns: 100 })
  expect(lineOf({ ...facts, ...more })).toEqual([
    'goal: Green build · 3 in the background · 1 sub-agent · focus · 1 draft · battery 12 %',
  ])
  expect(lineOf({ ...facts, processes: 0, subagents: 0, isFocused: false, drafts: 0 })).toEqual([])
})

test.each([40, 52, 80, 200])('stays within %i columns', (columns) => {
  const long = { ...facts, model: '漢'.repeat(90), title: '漢'.repeat(90) }
  const [row = ''] = statusLine(long, { fields, style: createStyle(false), columns })
  expect(textWidth(row)).toBeLessThan(columns)
})

test.each([
  [0.4, '\u001b[2m'],
  [0.5, '\u001b[33m'],
  [0.8, '\u001b[31m'],
  [0.95, '\u001b[1m\u001b[31m'],
])('paints a context that is %d full', (share, code) => {
  const full = { ...facts, contextTokens: share * 200_000 }
  expect(statusLine(full, { fields: ['context'], style: createStyle(true), columns: 80 })[0]).toContain(code)
})
