import { post } from '../post.js'
import type { Speaker } from '../speaker.js'
import { speechError } from '../speech-error.js'
import type { SpeechService } from '../speech-service.js'
import { bearer } from './bearer.js'

export interface OpenAiSpeakerOptions extends SpeechService {
  readonly voice: string
  /** The speed; 1 is the normal speed. Default: that of the service. */
  readonly speed?: number
}

/**
 * Creates a speaker that uses `POST /audio/speech` of OpenAI, DeepInfra, or a self-hosted server.
 * @see https://platform.openai.com/docs/api-reference/audio/createSpeech
 */
export function createOpenAiSpeaker({ voice, speed, ...service }: OpenAiSpeakerOptions): Speaker {
  const { model } = service
  return {
    maxChars: 4096,
    async speak(input, { signal }) {
      const request = { model, voice, input, response_format: 'opus', ...(speed !== undefined && { speed }) }
      const body = JSON.stringify(request)
      const content = await post(service, '/audio/speech', { headers: bearer(service), body, signal })
      if (content.length === 0) throw speechError(`${service.name} sent no sound.`)
      return { content, mediaType: 'audio/ogg' }
    },
  }
}
