import type { Choice, ModelChoice } from '@hermes/core'

/** Returns the part of a choice that selects the model. */
export function modelOf({ model, provider, baseUrl, apiMode, contextWindow }: Choice): ModelChoice {
  return {
    ...(model !== undefined && { model }),
    ...(provider !== undefined && { provider }),
    ...(baseUrl !== undefined && { baseUrl }),
    ...(apiMode !== undefined && { apiMode }),
    ...(contextWindow !== undefined && { contextWindow }),
  }
}
