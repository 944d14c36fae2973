import type { ReasoningEffort } from '@hermes/core'

/** Request differences between servers that support chat completions. */
export interface Dialect {
  readonly maxTokensField: 'max_tokens' | 'max_completion_tokens'
  /** Returns the fields that set the reasoning effort. */
  reasoning(effort: ReasoningEffort): Readonly<Record<string, unknown>>
}

const common: Dialect = {
  maxTokensField: 'max_tokens',
  reasoning: (effort) => ({ reasoning_effort: clamp(effort) }),
}

const dialects: Readonly<Record<string, Dialect>> = {
  // OpenAI's reasoning models reject `max_tokens`.
  'api.openai.com': { ...common, maxTokensField: 'max_completion_tokens' },
  'openrouter.ai': { ...common, reasoning: (effort) => ({ reasoning: { effort: clamp(effort) } }) },
}

export function dialectOf(baseUrl: string): Dialect {
  return dialects[new URL(baseUrl).hostname] ?? common
}

/** Lowers the effort `max` to `xhigh`, the highest that the API has. */
function clamp(effort: ReasoningEffort): string {
  return effort === 'max' ? 'xhigh' : effort
}
