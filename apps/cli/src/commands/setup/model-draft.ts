import type { ProviderSettings } from '@hermes/transports'

/** Choices for the model so far. */
export interface ModelDraft {
  readonly provider?: string
  /** Address of the user's own server. */
  readonly baseUrl?: string
  /** Key typed by the user, saved once it has worked. Absent: a known credential, or none. */
  readonly apiKey?: string
  readonly model?: string
}

/** Returns the settings for a call with these choices. */
export function settingsOf({ provider, baseUrl, apiKey, model }: ModelDraft): ProviderSettings {
  return {
    ...(provider !== undefined && { provider }),
    ...(baseUrl !== undefined && { baseUrl }),
    ...(apiKey !== undefined && { apiKey }),
    ...(model !== undefined && { model }),
  }
}
