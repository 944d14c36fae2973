import { type Io, writeLine } from '../io.js'
import { cleanFor } from '../render/text/safe-text.js'
import { reportObstacle } from './report-obstacle.js'
import type { TurnSink } from './turn-sink.js'

/** Creates the output of `-z`, which prints only the final text on stdout. */
export function createFinalTextSink(io: Pick<Io, 'stdout' | 'stderr' | 't'>): TurnSink {
  return {
    canRestart: true,
    event: (event) => reportObstacle(event, io),
    async end(result) {
      if (result && result.finalResponse !== '') await writeLine(io.stdout, cleanFor(io.stdout)(result.finalResponse))
    },
  }
}
