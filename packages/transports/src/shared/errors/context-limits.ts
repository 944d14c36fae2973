import type { WireRecord } from '../json.js'

/** Limits in tokens, as stated in a provider's error about a conversation that is too long. */
export interface ContextLimits {
  readonly contextWindow?: number
  readonly promptTokens?: number
}

const count = '(\\d[\\d,]{2,11})'

/** Patterns for the size of the context window. The first match is used. */
const windowForms = [
  `tokens? > ${count} maximum`,
  `exceed context limit: [\\d,]+ \\+ [\\d,]+ > ${count}`,
  `with ${count} maximum context length`,
  `maximum (?:context|prompt|input) length (?:is|of) (?:only )?${count}`,
  `context (?:length|window) (?:is |of )?(?:only )?\\(?${count}`,
  `available context size \\(${count}`,
  `maximum number of tokens allowed \\(${count}`,
  `range of input length should be \\[\\d+, ?${count}`,
  `model token limit: ${count}`,
  `token count of [\\d,]+ exceeds the limit of ${count}`,
  `current length is [\\d,]+ while limit is ${count}`,
  `max_new_tokens.? must be <= ${count}`,
  `only supports? up to ${count}`,
  `max_model_len\\D{1,12}${count}`,
].map((form) => new RegExp(form, 'i'))

const promptForms = [
  `${count} in (?:the|your) (?:messages|prompt)`,
  `${count} of text input`,
  `${count} tokens? > [\\d,]+ maximum`,
  `exceed context limit: ${count} \\+`,
  `input token count (?:is )?\\(?${count}`,
  `prompt token count of ${count}`,
  `passed ${count} input tokens`,
  `(?:request|prompt) (?:contains|has) ${count} (?:input )?tokens`,
  `request \\(${count} tokens\\)`,
  `resulted in ${count} tokens`,
  `requested:? (?:about )?${count}(?: tokens|\\))`,
  `current length is ${count} while`,
  `given: ${count} .?inputs`,
].map((form) => new RegExp(form, 'i'))

/** Numbers outside this range are not context limits. */
const [smallest, largest] = [256, 100_000_000]

export function contextLimitsOf(text: string, error: WireRecord): ContextLimits {
  // llama.cpp reports both limits as fields of the error.
  const contextWindow = asTokens(error.n_ctx) ?? find(windowForms, text)
  const promptTokens = asTokens(error.n_prompt_tokens) ?? find(promptForms, text)
  return {
    ...(contextWindow !== undefined && { contextWindow }),
    ...(promptTokens !== undefined && { promptTokens }),
  }
}

function find(forms: readonly RegExp[], text: string): number | undefined {
  for (const form of forms) {
    const tokens = asTokens(Number(form.exec(text)?.[1]?.replaceAll(',', '')))
    if (tokens !== undefined) return tokens
  }
  return undefined
}

function asTokens(value: unknown): number | undefined {
  return typeof value === 'number' && value >= smallest && value <= largest ? value : undefined
}
