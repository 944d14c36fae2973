import type { Sound } from './sound.js'

/** Turns text into speech. */
export interface Speaker {
  /** The longest text of one call, in characters. */
  readonly maxChars: number
  /**
   * Says a text. The result is Ogg with Opus, the format of voice messages, if the service or `ffmpeg` can make it.
   * @throws {HermesError} `speech/failed` when it cannot be said; the reason of the signal when that is aborted.
   */
  speak(text: string, options: { readonly signal: AbortSignal }): Promise<Sound>
}
