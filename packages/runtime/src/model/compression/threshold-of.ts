import type { Config } from '../../schema/config-schema.js'
import type { RuntimeModel } from '../runtime-model.js'

/** Returns the share of a model's context window at which its conversations are compressed. */
export function thresholdOf(
  { threshold, model_thresholds: ofModels, threshold_tokens: tokens }: Config['compression'],
  { provider, id, contextWindow }: Pick<RuntimeModel, 'provider' | 'id' | 'contextWindow'>,
): number {
  const name = `${provider}/${id}`.toLowerCase()
  const [longest] = Object.entries(ofModels)
    .filter(([key]) => key !== '' && name.includes(key.toLowerCase()))
    .sort(([left], [right]) => right.length - left.length)
  const share = longest?.[1] ?? threshold
  return tokens !== undefined && contextWindow ? Math.min(share, tokens / contextWindow) : share
}
