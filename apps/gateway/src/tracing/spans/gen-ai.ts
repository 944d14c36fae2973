import { type FinishReason, promptTokens, type Usage } from '@hermes/core'
import type { Attributes } from '@opentelemetry/api'

export interface TracedModel {
  readonly id: string
  /** Absent if unknown. */
  readonly provider?: string
}

/** Provider names of the semantic conventions for generative AI that differ from those of Hermes. */
const providers: Readonly<Record<string, string>> = {
  azure: 'azure.ai.openai',
  bedrock: 'aws.bedrock',
  gemini: 'gcp.gemini',
  google: 'gcp.gemini',
  mistral: 'mistral_ai',
  moonshot: 'moonshot_ai',
  xai: 'x_ai',
}

export function modelAttributes({ id, provider }: TracedModel): Attributes {
  return {
    'gen_ai.request.model': id,
    ...(provider !== undefined && { 'gen_ai.provider.name': providers[provider] ?? provider }),
  }
}

export function usageAttributes(usage: Usage): Attributes {
  const { cost, outputTokens, cacheReadTokens, cacheWriteTokens, reasoningTokens } = usage
  return {
    'gen_ai.usage.input_tokens': promptTokens(usage),
    'gen_ai.usage.output_tokens': outputTokens,
    'gen_ai.usage.cache_read.input_tokens': cacheReadTokens,
    'gen_ai.usage.cache_creation.input_tokens': cacheWriteTokens,
    'gen_ai.usage.reasoning.output_tokens': reasoningTokens,
    ...(cost && cost.status !== 'unknown' && { 'hermes.cost_usd': cost.microUsd / 1e6 }),
  }
}

/** Returns the finish reason in the spelling of the conventions: `tool-calls` is `tool_calls`. */
export function reasonAttributes(reason: FinishReason): Attributes {
  return { 'gen_ai.response.finish_reasons': [reason.replaceAll('-', '_')] }
}
