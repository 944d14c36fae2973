import type { ReasoningEffort } from '@hermes/core'
import { modelTraits } from '../anthropic/models.js'
import { planThinking } from '../anthropic/thinking.js'

/** Reasoning settings of a request. */
export interface ReasoningPlan {
  /** Fields for `additionalModelRequestFields`, which depend on the vendor of the model. */
  readonly fields: Readonly<Record<string, unknown>>
  /** `maxTokens` to send when the fields require a limit and the caller sets none. */
  readonly maxTokens?: number
  /** Whether to send the signed reasoning of earlier answers. False for requests without reasoning. */
  readonly keepsThoughts: boolean
  /** Whether the model rejects tool results if the answer that made the calls lacks its reasoning. */
  readonly needsThoughts: boolean
}

export interface ReasoningRequest {
  readonly model: string
  readonly effort: ReasoningEffort | undefined
  readonly maxTokens: number | undefined
  readonly hasTools: boolean
}

export function planReasoning(request: ReasoningRequest): ReasoningPlan {
  const { model, effort, maxTokens } = request
  if (/claude-/.test(model)) return planClaude(request)
  const family = families.find(([name]) => name.test(model))
  const fields = (effort && family?.[1](effort, maxTokens !== undefined)) ?? {}
  return { fields, keepsThoughts: true, needsThoughts: false }
}

function planClaude(request: ReasoningRequest): ReasoningPlan {
  const traits = modelTraits(request.model)
  const maxTokens = request.maxTokens ?? traits.maxOutputTokens
  const effort = clampForClaude(request)
  const plan = planThinking(traits, { ...request, effort, maxTokens, isFirstParty: false })
  const { fields, betas, keepsThoughts, needsThoughts } = plan
  const hasBudget = traits.thinking === 'budget' && 'thinking' in fields
  return {
    fields: { ...fields, ...(betas.length > 0 && { anthropic_beta: betas }) },
    // A budget must be lower than `maxTokens`. Without a budget no limit is sent, because quotas count the limit rather
    // than the tokens generated.
    ...(hasBudget && { maxTokens }),
    keepsThoughts,
    needsThoughts,
  }
}

/** Lowers the effort `max`, which Bedrock supports only for the largest models. */
function clampForClaude({ model, effort }: ReasoningRequest): ReasoningEffort | undefined {
  return effort === 'max' && /sonnet|haiku/.test(model) ? 'high' : effort
}

type EffortFields = (effort: ReasoningEffort, isLimited: boolean) => Readonly<Record<string, unknown>> | undefined

const families: readonly (readonly [RegExp, EffortFields])[] = [
  [/amazon\.nova-2/, novaFields],
  [/openai\.gpt-oss|moonshot/, (effort) => (effort === 'none' ? undefined : { reasoning_effort: toThree(effort) })],
  [/openai\.gpt/, (effort) => ({ reasoning: { effort: effort === 'minimal' ? 'low' : effort } })],
]

function novaFields(effort: ReasoningEffort, isLimited: boolean): Readonly<Record<string, unknown>> {
  if (effort === 'none') return { reasoningConfig: { type: 'disabled' } }
  const wanted = toThree(effort)
  // Nova rejects an output limit at its highest effort.
  const maxReasoningEffort = wanted === 'high' && isLimited ? 'medium' : wanted
  return { reasoningConfig: { type: 'enabled', maxReasoningEffort } }
}

function toThree(effort: ReasoningEffort): 'low' | 'medium' | 'high' {
  if (effort === 'none' || effort === 'minimal' || effort === 'low') return 'low'
  return effort === 'medium' ? 'medium' : 'high'
}
