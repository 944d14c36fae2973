import { formWith } from '../form-with.js'
import { post } from '../post.js'
import type { SpeechService } from '../speech-service.js'
import { textOfAnswer } from '../text-of-answer.js'
import type { Transcriber } from '../transcriber.js'
import { keyHeader } from './key-header.js'

export interface ElevenLabsTranscriberOptions extends SpeechService {
  /** The spoken language: `en`. Default: detected by the service. */
  readonly language?: string
}

/** @see https://elevenlabs.io/docs/api-reference/speech-to-text/convert */
export function createElevenLabsTranscriber({ language, ...service }: ElevenLabsTranscriberOptions): Transcriber {
  return {
    async transcribe(sound, { signal }) {
      const body = formWith(sound)
      body.set('model_id', service.model)
      if (language !== undefined) body.set('language_code', language)
      return textOfAnswer(
        await post(service, '/speech-to-text', { headers: keyHeader(service), body, signal }),
        service,
      )
    },
  }
}
