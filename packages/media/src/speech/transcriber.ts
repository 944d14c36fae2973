import type { Sound } from './sound.js'

/** Turns speech into text. */
export interface Transcriber {
  /**
   * Resolves to the transcript, which is empty for silence.
   * @throws {HermesError} `speech/failed` when it cannot be transcribed; the reason of the signal when that is aborted.
   */
  transcribe(sound: Sound, options: { readonly signal: AbortSignal }): Promise<string>
}
