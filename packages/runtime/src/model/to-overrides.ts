import { type ModelOverride, toMicroUsd } from '@hermes/transports/catalog'
import type { ModelOverrideSettings } from '../schema/model-overrides-schema.js'
import type { ProvidersSettings } from '../schema/providers-schema.js'

/** Converts the section `model_overrides` to overrides for the catalog. */
export function toOverrides(models: ModelOverrideSettings): readonly ModelOverride[] {
  return Object.entries(models).map(([id, { provider, context_length, max_output_tokens, price }]) => ({
    id,
    ...(provider !== undefined && { provider }),
    ...(context_length !== undefined && { contextWindow: context_length }),
    ...(max_output_tokens !== undefined && { maxOutputTokens: max_output_tokens }),
    ...(price && { price: toPrice(price) }),
  }))
}

/** Converts the models in the section `providers` to overrides for the catalog. */
export function modelsOfServers(providers: ProvidersSettings): readonly ModelOverride[] {
  return Object.entries(providers).flatMap(([provider, { model, context_length: window, models }]) => {
    const named = new Map([...(model === undefined ? [] : [[model, {}] as const]), ...Object.entries(models)])
    return toOverrides(
      Object.fromEntries(
        [...named].map(([id, facts]) => [id, { ...(window && { context_length: window }), ...facts, provider }]),
      ),
    )
  })
}

function toPrice({ input, output, cache_read, cache_write }: NonNullable<ModelOverrideSettings[string]['price']>) {
  return {
    input: toMicroUsd(input),
    output: toMicroUsd(output),
    ...(cache_read !== undefined && { cacheRead: toMicroUsd(cache_read) }),
    ...(cache_write !== undefined && { cacheWrite: toMicroUsd(cache_write) }),
  }
}
