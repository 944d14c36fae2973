import { expect, test } from 'vitest'
import { type ConfigInput, configSchema } from '../../schema/config-schema.js'
import { thresholdOf } from './threshold-of.js'

const model = { provider: 'openrouter', id: 'anthropic/claude-opus-5', contextWindow: 200_000 }
const settings = (compression: ConfigInput['compression']) => configSchema.parse({ compression }).compression

test('prefers the longest key that the model name contains to the general threshold', () => {
  const model_thresholds = { claude: 0.6, 'claude-opus': 0.7, 'claude-opus-4': 0.8 }
  expect(thresholdOf(settings({ model_thresholds }), model)).toBe(0.7)
  expect(thresholdOf(settings({ model_thresholds }), { ...model, id: 'gpt-5.2' })).toBe(0.5)
})

test('supports keys for one provider only', () => {
  const model_thresholds = { 'openrouter/anthropic/Claude': 0.6 }
  expect(thresholdOf(settings({ model_thresholds }), model)).toBe(0.6)
  expect(thresholdOf(settings({ model_thresholds }), { ...model, provider: 'bedrock' })).toBe(0.5)
})

test('limits large windows to a number of tokens, and leaves small ones alone', () => {
  const limited = settings({ threshold_tokens: 50_000 })
  expect(thresholdOf(limited, model)).toBe(0.25)
  expect(thresholdOf(limited, { ...model, contextWindow: 32_000 })).toBe(0.5)
  expect(thresholdOf(limited, { provider: 'custom', id: 'unknown' })).toBe(0.5)
})
