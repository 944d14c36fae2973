import { type Io, writeLine } from '../io.js'
import { cleanFor } from '../render/safe-text.js'
import type { TurnSink } from './turn-sink.js'

/** `-z`: the final text on stdout, and nothing else. */
export function createFinalTextSink({ stdout }: Io): TurnSink {
  return {
    canRestart: true,
    event: () => undefined,
    async end(result) {
      if (result && result.finalResponse !== '') await writeLine(stdout, cleanFor(stdout)(result.finalResponse))
    },
  }
}
