import { type ModelOverride, toMicroUsd } from '@hermes/transports/catalog'
import type { ModelOverrideSettings } from '../schema/model-overrides-schema.js'

/** Converts the section `model_overrides` for the catalog. */
export function toOverrides(models: ModelOverrideSettings): readonly ModelOverride[] {
  return Object.entries(models).map(([id, { provider, context_length, max_output_tokens, price }]) => ({
    id,
    ...(provider !== undefined && { provider }),
    ...(context_length !== undefined && { contextWindow: context_length }),
    ...(max_output_tokens !== undefined && { maxOutputTokens: max_output_tokens }),
    ...(price && { price: toPrice(price) }),
  }))
}

function toPrice({ input, output, cache_read, cache_write }: NonNullable<ModelOverrideSettings[string]['price']>) {
  return {
    input: toMicroUsd(input),
    output: toMicroUsd(output),
    ...(cache_read !== undefined && { cacheRead: toMicroUsd(cache_read) }),
    ...(cache_write !== undefined && { cacheWrite: toMicroUsd(cache_write) }),
  }
}
