import { parseJson } from '@hermes/core/wiring'
import * as z from 'zod'
import { speechError } from './speech-error.js'
import type { SpeechService } from './speech-service.js'

const answer = z.object({ text: z.string() })

/** Returns the text in the answer to a transcription. @throws {HermesError} `speech/failed` when there is none. */
export function textOfAnswer(content: Uint8Array, { name }: Pick<SpeechService, 'name'>): string {
  try {
    return answer.parse(parseJson(Buffer.from(content).toString())).text.trim()
  } catch (error) {
    throw speechError(`${name} sent an answer without a text.`, error)
  }
}
