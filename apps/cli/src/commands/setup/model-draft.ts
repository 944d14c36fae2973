import type { ProviderSettings } from '@hermes/transports'

/** The choices of the model so far. */
export interface ModelDraft {
  readonly provider?: string
  /** Of a server of the user's own. */
  readonly baseUrl?: string
  /** Typed by the person, saved after it has worked. Absent: a known credential, or none. */
  readonly apiKey?: string
  readonly model?: string
}

/** The settings of a call with these choices. */
export function settingsOf({ provider, baseUrl, apiKey, model }: ModelDraft): ProviderSettings {
  return {
    ...(provider !== undefined && { provider }),
    ...(baseUrl !== undefined && { baseUrl }),
    ...(apiKey !== undefined && { apiKey }),
    ...(model !== undefined && { model }),
  }
}
