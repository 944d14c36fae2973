import type { Choice } from '@hermes/core'

/** Whether a choice selects a model instead of following the configured one. */
export function namesModel({ model, provider, baseUrl }: Choice): boolean {
  return model !== undefined || provider !== undefined || baseUrl !== undefined
}
