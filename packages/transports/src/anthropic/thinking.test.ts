import type { ReasoningEffort } from '@hermes/core'
import { describe, expect, test } from 'vitest'
import { modelTraits } from './models.js'
import { planThinking, type ThinkingRequest } from './thinking.js'

function plan(model: string, effort: ReasoningEffort | undefined, more: Partial<ThinkingRequest> = {}) {
  const request = { maxTokens: 64_000, hasTools: true, isFirstParty: true, ...more }
  return planThinking(modelTraits(model), { effort, ...request })
}

describe('a model that takes a thinking budget', () => {
  test('gets a budget per effort, and thinks between calls', () => {
    const budgets = (['minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const).map((effort) => {
      const { thinking } = plan('claude-sonnet-4-5', effort).fields
      expect(thinking).toMatchObject({ type: 'enabled' })
      return Object(thinking).budget_tokens
    })
    expect(budgets).toEqual(budgets.toSorted((left, right) => left - right))
    expect(budgets[0]).toBe(1_024)
    expect(plan('claude-sonnet-4-5', 'high').betas).toEqual(['interleaved-thinking-2025-05-14'])
    expect(plan('claude-3-7-sonnet-20250219', 'high').betas).toEqual([])
  })

  test('leaves room for the answer, or does not think', () => {
    expect(plan('claude-sonnet-4-5', 'max', { maxTokens: 4_000 }).fields).toEqual({
      thinking: { type: 'enabled', budget_tokens: 3_000 },
    })
    expect(plan('claude-sonnet-4-5', 'max', { maxTokens: 1_200 })).toMatchObject({ fields: {}, keepsThoughts: false })
  })

  test('requires the thinking blocks of the answer that made the calls', () => {
    expect(plan('claude-sonnet-4-5', 'high').needsThoughts).toBe(true)
    expect(plan('MiniMax-M3', 'high').needsThoughts).toBe(true)
    expect(plan('claude-opus-4-6', 'high').needsThoughts).toBe(false)
  })

  test('does not think by default', () => {
    for (const effort of [undefined, 'none'] as const) {
      expect(plan('claude-haiku-4-5', effort)).toEqual({
        fields: {},
        betas: [],
        keepsThoughts: false,
        needsThoughts: false,
      })
    }
  })
})

describe('a model with adaptive thinking', () => {
  test.each<[string, ReasoningEffort, string]>([
    ['claude-opus-4-6', 'minimal', 'low'],
    ['claude-opus-4-6', 'xhigh', 'high'],
    ['claude-opus-4-6', 'max', 'max'],
    ['claude-opus-4-7', 'xhigh', 'xhigh'],
    ['claude-sonnet-5-5', 'medium', 'medium'],
    ['anthropic/claude-fable-5.1', 'max', 'max'],
  ])('%s gets %s as %s', (model, effort, level) => {
    expect(plan(model, effort)).toMatchObject({
      fields: { thinking: { type: 'adaptive' }, output_config: { effort: level } },
      keepsThoughts: true,
    })
  })

  test('returns summaries if it hides its thinking by default', () => {
    expect(plan('claude-opus-5', 'high').fields.thinking).toEqual({ type: 'adaptive', display: 'summarized' })
    expect(plan('claude-opus-5', undefined).fields).toEqual({ thinking: { type: 'adaptive', display: 'summarized' } })
    expect(plan('claude-opus-4-8', undefined).fields).toEqual({})
  })

  test.each([
    ['claude-opus-4-8', {}, false],
    ['claude-sonnet-5', { thinking: { type: 'disabled' } }, false],
    ['claude-haiku-5-5', { thinking: { type: 'disabled' } }, false],
    ['claude-sonnet-5-5', { thinking: { type: 'between_tools' } }, true],
  ])('disables thinking of %s in its own way', (model, fields, keepsThoughts) => {
    expect(plan(model, 'none')).toMatchObject({ fields, betas: [], keepsThoughts })
  })

  test.each(['claude-opus-5-5', 'claude-fable-5', 'claude-mythos-5-2', 'claude-sonnet-7'])(
    'uses the lowest effort for %s, which cannot disable thinking',
    (model) => {
      expect(plan(model, 'none').fields).toMatchObject({
        thinking: { type: 'adaptive' },
        output_config: { effort: 'low' },
      })
    },
  )

  test('drops thinking blocks of a changed conversation, if they are bound to it', () => {
    const bound = { prefix_mismatch_behavior: 'drop_block' }
    expect(plan('claude-opus-5-5', 'high')).toMatchObject({
      fields: { thinking: { block_binding: bound } },
      betas: ['thinking-binding-controls-2026-08-01'],
    })
    for (const [model, isFirstParty] of [
      ['claude-opus-5', true],
      ['claude-opus-5-5', false],
    ] as const) {
      const { fields, betas } = plan(model, 'high', { isFirstParty })
      expect(fields.thinking).not.toHaveProperty('block_binding')
      expect(betas).toEqual([])
    }
  })
})

test('a model that cannot think gets no thinking options', () => {
  expect(plan('claude-3-5-haiku-20241022', 'high')).toMatchObject({ fields: {}, betas: [], keepsThoughts: false })
})

test('models of other vendors use their default thinking, a budget, or none', () => {
  expect(plan('MiniMax-M3', undefined)).toMatchObject({ fields: {}, betas: [], keepsThoughts: true })
  expect(plan('MiniMax-M3', 'low').fields).toMatchObject({ thinking: { type: 'enabled', budget_tokens: 4_096 } })
  expect(plan('MiniMax-M3', 'none')).toMatchObject({ fields: { thinking: { type: 'disabled' } }, keepsThoughts: false })
})

test.each([
  ['claude-3-haiku-20240307', 4_096],
  ['claude-3-5-sonnet-latest', 8_192],
  ['claude-opus-4-20250514', 32_000],
  ['claude-opus-4-1', 32_000],
  ['claude-opus-4-5-20251101', 64_000],
  ['us.anthropic.claude-sonnet-4-20250514-v1:0', 64_000],
  ['claude-4.6-opus', 128_000],
  ['claude-sonnet-5-5', 128_000],
  ['MiniMax-M3', 32_000],
])('the output limit of %s is %i tokens', (model, limit) => {
  expect(modelTraits(model).maxOutputTokens).toBe(limit)
})
