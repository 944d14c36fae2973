import type { Sound } from './sound.js'

/** Turns speech into text. */
export interface Transcriber {
  /**
   * Resolves to the transcript, which is empty for silence.
   * @throws {HermesError} `speech/failed` when the recording cannot be transcribed; the reason of the signal when it is
   * aborted.
   */
  transcribe(sound: Sound, options: { readonly signal: AbortSignal }): Promise<string>
}
