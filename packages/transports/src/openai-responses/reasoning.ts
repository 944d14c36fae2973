import type { ReasoningEffort } from '@hermes/core'

const efforts: readonly ReasoningEffort[] = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']

/** Models without reasoning, which reject requests with reasoning settings. */
const unthinking = /^(gpt-[34]|gpt-5-chat|chatgpt-|grok-[123](?!-mini)|grok-.*non-reasoning)/

/** Supported efforts by model family. The first match applies; unlisted models support all efforts. */
const families: readonly (readonly [RegExp, readonly ReasoningEffort[]])[] = [
  [/^gpt-5-pro/, ['high']],
  [/^gpt-5-codex/, ['low', 'medium', 'high']],
  [/^gpt-5(-|$)/, ['minimal', 'low', 'medium', 'high']],
  [/^gpt-5\.1-codex-max/, ['low', 'medium', 'high', 'xhigh']],
  [/^gpt-5\.1-.*codex/, ['low', 'medium', 'high']],
  [/^gpt-5\.1/, ['none', 'low', 'medium', 'high']],
  [/^gpt-5\.[2-5]-pro/, ['medium', 'high', 'xhigh']],
  [/^gpt-5\.[23]-.*codex/, ['low', 'medium', 'high', 'xhigh']],
  [/^gpt-5\.[2-5]/, ['none', 'low', 'medium', 'high', 'xhigh']],
  [/^gpt-/, ['none', 'low', 'medium', 'high', 'xhigh', 'max']],
  [/^(o\d|codex-mini|gpt-oss)/, ['low', 'medium', 'high']],
  [/^grok-3-mini/, ['low', 'high']],
  // These models choose their own effort and reject the setting.
  [/^grok-(4($|-)|4\.(1|20)|code)/, []],
  [/^grok-4\.3/, ['none', 'low', 'medium', 'high']],
  [/^grok-/, ['low', 'medium', 'high']],
]

/** Returns the request fields for reasoning. */
export function reasoningSettings(model: string, wanted: ReasoningEffort | undefined): object {
  const name = model.toLowerCase().split('/').at(-1) ?? ''
  if (unthinking.test(name)) return {}
  const effort = wanted && clamp(wanted, families.find(([family]) => family.test(name))?.[1] ?? efforts)
  return {
    include: ['reasoning.encrypted_content'],
    ...(effort && { reasoning: effort === 'none' ? { effort } : { effort, summary: 'auto' } }),
  }
}

/** Returns the highest supported effort up to `wanted`, else the lowest supported one, or `undefined` if none is supported. */
function clamp(wanted: ReasoningEffort, known: readonly ReasoningEffort[]): ReasoningEffort | undefined {
  const limit = efforts.indexOf(wanted)
  return known.findLast((effort) => efforts.indexOf(effort) <= limit) ?? known[0]
}
