import { costOf, HermesError, type RunResult, type Usage } from '@hermes/core'
import { type Io, writeLine } from '../io.js'
import type { Spent } from './follow-spending.js'
import { reportObstacle } from './report-obstacle.js'
import type { TurnSink } from './turn-sink.js'

/** Version of the format. Incremented when the shape of a line changes incompatibly. */
const formatVersion = 1

/** Facts that become known while a prompt is answered. */
export interface RunFacts {
  readonly sessionId: () => string | undefined
  readonly spent: () => Spent
}

/** Creates the output of `--json`: one event per line, each with the format version and the session id. The last line has the type `result`. */
export function createJsonSink(io: Pick<Io, 'stdout' | 'stderr' | 't'>, { sessionId, spent }: RunFacts): TurnSink {
  const print = (value: object) =>
    writeLine(io.stdout, toJsonLine({ v: formatVersion, sessionId: sessionId(), ...value }))
  return {
    canRestart: true,
    async event(event) {
      await print(event)
      await reportObstacle(event, io)
    },
    end: (result, error) =>
      print({
        type: 'result',
        ...(result ? resultFacts(result) : { outcome: { status: 'failed', error } }),
        ...spentFacts(spent()),
      }),
  }
}

function resultFacts({ sessionId, outcome, finalResponse, iterations }: RunResult) {
  return { sessionId, outcome, finalResponse, iterations }
}

function spentFacts({ apiCalls, usage: { cost: _, ...tokens }, usage }: Spent) {
  return { apiCalls, usage: tokens, cost: toCost(usage) }
}

/** Returns the cost in US dollars; never 0 for an unknown price. */
function toCost(usage: Usage) {
  const cost = costOf(usage) ?? { status: 'unknown' }
  if (cost.status === 'unknown') return cost
  const { status, microUsd, source, version } = cost
  return { status, usd: microUsd / 1_000_000, source, version }
}

/** Returns JSON on one line, with the messages of errors and with escaped line separators. */
export function toJsonLine(value: object): string {
  return JSON.stringify(value, (_, part: unknown) => (part instanceof Error ? toPlainError(part) : part)).replace(
    /[\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16)}`,
  )
}

function toPlainError(error: Error) {
  const code = HermesError.is(error) ? error.code : undefined
  return { name: error.name, ...(code !== undefined && { code }), message: error.message }
}
