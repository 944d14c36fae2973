import { expect, test } from 'vitest'
import { mayChangeFiles, summarizeCall, type ToolFacts, type ToolTraits } from './tool-traits.js'

const facts = (effect: ToolFacts['effect'], traits: ToolTraits = {}): ToolFacts => ({
  name: 'act',
  toolset: 'test',
  effect,
  ...traits,
})
const fails = () => {
  throw new Error('no')
}

test('a tool that says nothing may change files unless it only reads', () => {
  expect((['read', 'idempotent', 'once'] as const).map((effect) => mayChangeFiles(facts(effect), {}))).toEqual([
    false,
    true,
    true,
  ])
})

test('a tool may say so for each call, and one that fails to may change files', () => {
  const changesFiles = ({ dry }: { dry?: unknown }) => dry !== true
  expect(mayChangeFiles(facts('once', { changesFiles }), { dry: true })).toBe(false)
  expect(mayChangeFiles(facts('once', { changesFiles }), {})).toBe(true)
  expect(mayChangeFiles(facts('once', { changesFiles: fails }), {})).toBe(true)
  expect(mayChangeFiles(facts('once', { changesFiles: false }), {})).toBe(false)
})

test('a summary is one line of at most 200 characters; one that fails is none', () => {
  const summaryOf = (summarize: () => string) => summarizeCall(facts('once', { summarize }), {})
  expect(summaryOf(() => ' a\n  b ')).toBe('a b')
  expect(summaryOf(() => 'x'.repeat(900))).toHaveLength(200)
  expect(summaryOf(() => ' ')).toBeUndefined()
  expect(summaryOf(fails)).toBeUndefined()
})
