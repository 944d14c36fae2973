import { expect, test } from 'vitest'
import { mayChangeFiles, mayDropWork, summarizeCall, type ToolFacts, type ToolTraits } from './tool-traits.js'

const facts = (effect: ToolFacts['effect'], traits: ToolTraits = {}): ToolFacts => ({
  name: 'act',
  toolset: 'test',
  effect,
  ...traits,
})
const fails = () => {
  throw new Error('no')
}

test('assumes that a tool changes files unless its effect is read', () => {
  expect((['read', 'idempotent', 'once'] as const).map((effect) => mayChangeFiles(facts(effect), {}))).toEqual([
    false,
    true,
    true,
  ])
})

test('asks a tool for each call, and assumes a change when it throws', () => {
  const changesFiles = ({ dry }: { dry?: unknown }) => dry !== true
  expect(mayChangeFiles(facts('once', { changesFiles }), { dry: true })).toBe(false)
  expect(mayChangeFiles(facts('once', { changesFiles }), {})).toBe(true)
  expect(mayChangeFiles(facts('once', { changesFiles: fails }), {})).toBe(true)
  expect(mayChangeFiles(facts('once', { changesFiles: false }), {})).toBe(false)
  expect(mayDropWork(facts('once'), {})).toBe(false)
  expect(mayDropWork(facts('once', { dropsWork: fails }), {})).toBe(true)
})

test('limits a summary to one line of 200 characters, and omits one that throws', () => {
  const summaryOf = (summarize: () => string) => summarizeCall(facts('once', { summarize }), {})
  expect(summaryOf(() => ' a\n  b ')).toBe('a b')
  expect(summaryOf(() => 'x'.repeat(900))).toHaveLength(200)
  expect(summaryOf(() => ' ')).toBeUndefined()
  expect(summaryOf(fails)).toBeUndefined()
})
