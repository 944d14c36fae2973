import { post } from '../post.js'
import type { Speaker } from '../speaker.js'
import { speechError } from '../speech-error.js'
import type { SpeechService } from '../speech-service.js'
import { keyHeader } from './key-header.js'

export interface ElevenLabsSpeakerOptions extends SpeechService {
  /** The id of a voice. */
  readonly voice: string
  /** The speed, from 0.7 to 1.2; 1 is the normal speed. Default: that of the voice. */
  readonly speed?: number
}

/** @see https://elevenlabs.io/docs/api-reference/text-to-speech/convert */
export function createElevenLabsSpeaker({ voice, speed, ...service }: ElevenLabsSpeakerOptions): Speaker {
  const path = `/text-to-speech/${encodeURIComponent(voice)}?output_format=opus_48000_64`
  return {
    maxChars: 10_000,
    async speak(text, { signal }) {
      const settings = speed === undefined ? {} : { voice_settings: { speed } }
      const body = JSON.stringify({ text, model_id: service.model, ...settings })
      const content = await post(service, path, { headers: keyHeader(service), body, signal })
      if (content.length === 0) throw speechError(`${service.name} sent no sound.`)
      return { content, mediaType: 'audio/ogg' }
    },
  }
}
