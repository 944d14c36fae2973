import type { Sound } from './sound.js'

/** Turns text into speech. */
export interface Speaker {
  /** Maximum length of the text of one call, in characters. */
  readonly maxChars: number
  /**
   * Speaks a text. The result is Ogg with Opus, the format of voice messages, if the service or `ffmpeg` can produce
   * it.
   * @throws {HermesError} `speech/failed` when the text cannot be spoken; the reason of the signal when it is aborted.
   */
  speak(text: string, options: { readonly signal: AbortSignal }): Promise<Sound>
}
