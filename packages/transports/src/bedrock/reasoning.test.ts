import type { Message, ModelRequest, ReasoningEffort } from '@hermes/core'
import { describe, expect, test } from 'vitest'
import { createRequestWriter } from './to-wire.js'

const origin = 'https://bedrock.example'
const writer = createRequestWriter({ id: 'bedrock', origin, cache: 'off' })
const plain: ModelRequest = { model: '', system: '', messages: [{ role: 'user', content: 'Hello' }], tools: [] }

function settingsOf(request: Partial<ModelRequest>) {
  const { messages: _, toolConfig: __, ...settings } = JSON.parse(writer.write({ ...plain, ...request }))
  return settings
}

test.each<[string, ReasoningEffort, object]>([
  ['global.anthropic.claude-opus-4-8', 'max', { thinking: { type: 'adaptive' }, output_config: { effort: 'max' } }],
  // Bedrock supports `max` only for the largest models.
  ['us.anthropic.claude-sonnet-4-6', 'max', { thinking: { type: 'adaptive' }, output_config: { effort: 'high' } }],
  ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'low', { thinking: { type: 'enabled', budget_tokens: 4_096 } }],
  ['us.amazon.nova-2-lite-v1:0', 'minimal', { reasoningConfig: { type: 'enabled', maxReasoningEffort: 'low' } }],
  ['us.amazon.nova-2-lite-v1:0', 'xhigh', { reasoningConfig: { type: 'enabled', maxReasoningEffort: 'high' } }],
  ['us.amazon.nova-2-lite-v1:0', 'none', { reasoningConfig: { type: 'disabled' } }],
  ['openai.gpt-oss-120b-1:0', 'xhigh', { reasoning_effort: 'high' }],
  ['moonshotai.kimi-k2.5', 'medium', { reasoning_effort: 'medium' }],
  ['openai.gpt-6-luna', 'minimal', { reasoning: { effort: 'low' } }],
])("requests reasoning from %s with %s in the vendor's format", (model, reasoning, fields) => {
  expect(settingsOf({ model, reasoning }).additionalModelRequestFields).toMatchObject(fields)
})

test.each<[string, ReasoningEffort]>([
  ['anthropic.claude-3-5-haiku-20241022-v1:0', 'high'],
  ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'none'],
  ['openai.gpt-oss-120b-1:0', 'none'],
  ['amazon.nova-pro-v1:0', 'high'],
  ['meta.llama3-3-70b-instruct-v1:0', 'high'],
])('requests no reasoning from %s for %s', (model, reasoning) => {
  expect(settingsOf({ model, reasoning })).toEqual({})
})

describe('limits', () => {
  const model = 'us.anthropic.claude-sonnet-4-5-20250929-v1:0'

  test('a budget stays below the limit, which is set if the caller sets none', () => {
    const free = settingsOf({ model, reasoning: 'high' })
    expect(free.inferenceConfig.maxTokens).toBeGreaterThan(free.additionalModelRequestFields.thinking.budget_tokens)
    const limited = settingsOf({ model, reasoning: 'high', maxOutputTokens: 4_000 })
    expect(limited.inferenceConfig).toEqual({ maxTokens: 4_000 })
    expect(limited.additionalModelRequestFields.thinking.budget_tokens).toBeLessThan(4_000)
  })

  test('without a budget, no limit is set, because quotas count the limit', () => {
    expect(settingsOf({ model: 'global.anthropic.claude-opus-4-8', reasoning: 'high' })).not.toHaveProperty(
      'inferenceConfig',
    )
  })

  test('lowers the effort of Nova with an output limit', () => {
    const { additionalModelRequestFields: fields } = settingsOf({
      model: 'amazon.nova-2-lite-v1:0',
      reasoning: 'high',
      maxOutputTokens: 100,
    })
    expect(fields.reasoningConfig.maxReasoningEffort).toBe('medium')
  })
})

test('enables thinking between calls, and disables it for a loop that another model started', () => {
  const tools = [{ name: 'todo', description: '', parameters: { type: 'object' } }]
  const model = 'us.anthropic.claude-sonnet-4-5-20250929-v1:0'
  const loop: readonly Message[] = [
    { role: 'user', content: 'Go' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'a', type: 'function', function: { name: 'todo', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'a', content: 'done' },
  ]
  expect(settingsOf({ model, tools, reasoning: 'high' }).additionalModelRequestFields.anthropic_beta).toEqual([
    'interleaved-thinking-2025-05-14',
  ])
  expect(settingsOf({ model, tools, reasoning: 'high', messages: loop })).toEqual({})
})
