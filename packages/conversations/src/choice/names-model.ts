import type { Choice } from '@hermes/core'

/** Whether a choice decides which model answers: it does not follow the settings then. */
export function namesModel({ model, provider, baseUrl }: Choice): boolean {
  return model !== undefined || provider !== undefined || baseUrl !== undefined
}
