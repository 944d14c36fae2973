import type { SpeechService } from '../speech-service.js'

export function bearer({ apiKey }: SpeechService): Readonly<Record<string, string>> {
  return apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` }
}
