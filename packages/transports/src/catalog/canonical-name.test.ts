import { expect, test } from 'vitest'
import { canonicalName } from './canonical-name.js'

test.each([
  ['claude-opus-4-7', 'anthropic/claude-opus-4.7'],
  ['claude-haiku-4-5', 'claude-haiku-4-5-20251001'],
  ['claude-haiku-4-5', 'claude-haiku-4-5@20251001'],
  ['claude-haiku-4-5', 'us.anthropic.claude-haiku-4-5-20251001-v1:0'],
  ['claude-opus-4-6', 'au.anthropic.claude-opus-4-6-v1'],
  ['gpt-4o', 'openai/gpt-4o-2024-11-20'],
  ['codestral', 'codestral-latest'],
  ['claude-opus-4-8', 'claude-opus-4-8@default'],
  ['zai-org/GLM-5.2', 'z-ai/glm-5.2'],
  ['qwen3-32b', 'qwen.qwen3-32b-v1:0'],
])('%s is %s', (left, right) => {
  expect(canonicalName(right)).toEqual(canonicalName(left))
})

test.each([
  ['gpt-5.4', 'gpt-5.4-mini'],
  ['deepseek-r1', 'deepseek-r1-0528'],
  ['qwen3', 'qwen3:8b'],
  ['glm-4.5', 'glm-4.5-air'],
  ['claude-opus-4-1', 'claude-opus-4'],
  ['gemini-2.5-flash', 'gemini-2.5-flash-lite'],
  ['kimi-k2', 'kimi-k2.6'],
])('%s is not %s', (left, right) => {
  expect(canonicalName(right).name).not.toBe(canonicalName(left).name)
})

test('distinguishes the variants of a router', () => {
  expect(canonicalName('poolside/laguna-m.1:free')).toEqual({ name: 'laguna-m-1', variant: 'free' })
  expect(canonicalName('poolside/laguna-m.1')).toEqual({ name: 'laguna-m-1', variant: '' })
})
