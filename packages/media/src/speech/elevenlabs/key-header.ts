import type { SpeechService } from '../speech-service.js'

export function keyHeader({ apiKey }: SpeechService): Readonly<Record<string, string>> {
  return apiKey === undefined ? {} : { 'xi-api-key': apiKey }
}
