import { formWith } from '../form-with.js'
import { post } from '../post.js'
import type { SpeechService } from '../speech-service.js'
import { textOfAnswer } from '../text-of-answer.js'
import type { Transcriber } from '../transcriber.js'
import { bearer } from './bearer.js'

export interface OpenAiTranscriberOptions extends SpeechService {
  /** The spoken language: `en`. Default: detected by the service. */
  readonly language?: string
}

/**
 * Creates a transcriber that uses `POST /audio/transcriptions` of OpenAI, Groq, Mistral, DeepInfra, or a self-hosted
 * server.
 * @see https://platform.openai.com/docs/api-reference/audio/createTranscription
 */
export function createOpenAiTranscriber({ language, ...service }: OpenAiTranscriberOptions): Transcriber {
  return {
    async transcribe(sound, { signal }) {
      const body = formWith(sound)
      body.set('model', service.model)
      body.set('response_format', 'json')
      if (language !== undefined) body.set('language', language)
      return textOfAnswer(
        await post(service, '/audio/transcriptions', { headers: bearer(service), body, signal }),
        service,
      )
    },
  }
}
