import type { ReasoningEffort } from '@hermes/core'
import type { ModelTraits } from './models.js'

/** Thinking settings of a request. */
export interface ThinkingPlan {
  readonly fields: Readonly<Record<string, unknown>>
  /** Names for the `anthropic-beta` header. */
  readonly betas: readonly string[]
  /** Whether to send the thinking blocks of earlier answers. False for requests without thinking. */
  readonly keepsThoughts: boolean
  /** Whether the API rejects tool results if the answer that made the calls lacks its thinking blocks. */
  readonly needsThoughts: boolean
}

export interface ThinkingRequest {
  readonly effort: ReasoningEffort | undefined
  readonly maxTokens: number
  readonly hasTools: boolean
  /** Whether the server is Anthropic's own API, which supports the newest settings. */
  readonly isFirstParty: boolean
}

const budgets: Readonly<Record<Exclude<ReasoningEffort, 'none'>, number>> = {
  minimal: 1_024,
  low: 4_096,
  medium: 8_192,
  high: 16_384,
  xhigh: 32_768,
  max: 65_536,
}

const leastBudget = 1_024

export function planThinking(traits: ModelTraits, request: ThinkingRequest): ThinkingPlan {
  if (traits.thinking === 'none') return withoutFields(false)
  if (request.effort === 'none') return planDisabled(traits, request)
  return traits.thinking === 'adaptive' ? planAdaptive(traits, request) : planBudget(traits, request)
}

function planDisabled(traits: ModelTraits, request: ThinkingRequest): ThinkingPlan {
  switch (traits.off) {
    case 'omit':
      return withoutFields(false)
    case 'disabled':
      return { ...withoutFields(false), fields: { thinking: { type: 'disabled' } } }
    case 'between_tools':
      return { ...withoutFields(true), fields: { thinking: { type: 'between_tools' } } }
    default:
      return planAdaptive(traits, { ...request, effort: 'minimal' })
  }
}

function planAdaptive(traits: ModelTraits, { effort, isFirstParty }: ThinkingRequest): ThinkingPlan {
  if (effort === undefined && !traits.thinksByDefault) return withoutFields(false)
  const dropsUnbound = traits.bindsThinking && isFirstParty
  return {
    fields: {
      thinking: {
        type: 'adaptive',
        ...(traits.hasFullEffortRange && { display: 'summarized' }),
        ...(dropsUnbound && { block_binding: { prefix_mismatch_behavior: 'drop_block' } }),
      },
      ...(effort !== undefined && { output_config: { effort: clampEffort(effort, traits) } }),
    },
    betas: dropsUnbound ? ['thinking-binding-controls-2026-08-01'] : [],
    keepsThoughts: true,
    needsThoughts: false,
  }
}

function planBudget(traits: ModelTraits, request: ThinkingRequest): ThinkingPlan {
  const { effort, maxTokens, hasTools } = request
  if (effort === undefined || effort === 'none') return withoutFields(traits.thinksByDefault)
  // Leaves room for the answer, which counts toward the same limit.
  const budget = Math.min(budgets[effort], Math.floor(maxTokens * 0.75))
  if (budget < leastBudget) return withoutFields(traits.thinksByDefault)
  return {
    fields: { thinking: { type: 'enabled', budget_tokens: budget } },
    betas: traits.needsInterleavedBeta && hasTools ? ['interleaved-thinking-2025-05-14'] : [],
    keepsThoughts: true,
    needsThoughts: true,
  }
}

function clampEffort(effort: ReasoningEffort, traits: ModelTraits): string {
  if (effort === 'minimal') return 'low'
  return effort === 'xhigh' && !traits.hasFullEffortRange ? 'high' : effort
}

function withoutFields(keepsThoughts: boolean): ThinkingPlan {
  return { fields: {}, betas: [], keepsThoughts, needsThoughts: false }
}
