import { formWith } from '../form-with.js'
import { post } from '../post.js'
import type { SpeechService } from '../speech-service.js'
import { textOfAnswer } from '../text-of-answer.js'
import type { Transcriber } from '../transcriber.js'
import { bearer } from './bearer.js'

export interface OpenAiTranscriberOptions extends SpeechService {
  /** The language that is spoken: `en`. Default: found by the service. */
  readonly language?: string
}

/**
 * Transcribes with `POST /audio/transcriptions` of OpenAI, Groq, Mistral, DeepInfra, or a server of one's own.
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
