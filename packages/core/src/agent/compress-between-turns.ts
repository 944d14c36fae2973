import { compressHistory } from '../compression/compress-history.js'
import { type Compressible, snapshotOf } from '../compression/compressible.js'
import type { CompressSessionOptions, SessionContext } from '../contracts/agent/agent.js'
import type { CompressionOutcome } from '../contracts/turn/event.js'
import type { SessionId } from '../contracts/values/session-id.js'
import { hookLimitMs } from '../hooks/contain-hook.js'
import { createTurnHooks } from '../hooks/turn-hooks.js'
import { measuredIn } from '../session/measured-request.js'
import { type OpenSession, reopenSession } from '../session/open-session.js'
import { originOf } from '../session/origin-of.js'
import { windowOf } from '../session/window-of.js'
import type { Wiring } from '../session/wiring.js'
import { sanitizeTranscript } from '../transcript/sanitize-transcript.js'
import { lockLineage } from './turn/lock-lineage.js'
import type { SessionLocks } from './turn/session-locks.js'

export interface BetweenTurns {
  readonly wiring: Wiring
  readonly locks: SessionLocks
  /** The root id of the session. */
  readonly sessionId: SessionId
  readonly options: CompressSessionOptions
}

/** Compresses a session between turns: it waits for a running turn, and the next turn waits for it. */
export async function compressBetweenTurns(request: BetweenTurns): Promise<CompressionOutcome> {
  const { options } = request
  const { signal = new AbortController().signal, ...order } = options
  signal.throwIfAborted()
  return lockLineage({ ...request, signal }, async ({ wiring, lost }) => {
    const session = await reopenSession(wiring, request.sessionId)
    const engine = wiring.contextEngine
    if (!engine) return notBegun('Compression is turned off: this agent has no context engine.')
    if (session.openCalls.length > 0)
      return notBegun('The last turn was cut short in the middle of its tool calls: resume it first.')
    const untilLost = AbortSignal.any([signal, lost])
    return compressHistory(toCompressible({ ...request, wiring }, session, untilLost), engine, {
      trigger: 'request',
      force: true,
      ...order,
    })
  })
}

/** Returns the context of the session's next request, as far as it is known now. */
export async function contextOf(wiring: Wiring, sessionId: SessionId): Promise<SessionContext> {
  const session = await reopenSession(wiring, sessionId)
  const { signal } = new AbortController()
  const snapshot = snapshotOf(toCompressible({ wiring, sessionId }, session, signal))
  await wiring.contextEngine?.prepare?.(snapshot, { signal })
  const measure = wiring.contextEngine?.measure?.(snapshot)
  return { ...snapshot, ...(measure && { measure }) }
}

function notBegun(reason: string): CompressionOutcome {
  return { status: 'skipped', reason, durationMs: 0 }
}

function toCompressible(
  { wiring, sessionId }: Pick<BetweenTurns, 'wiring' | 'sessionId'>,
  opened: OpenSession,
  signal: AbortSignal,
): Compressible {
  let session = opened
  const { logger } = wiring.services
  const hooks = createTurnHooks(wiring.hooks, {
    limitMs: hookLimitMs,
    signal,
    origin: originOf(opened.record),
    report: (problem) => logger.log('warn', problem.message),
  })
  return {
    wiring,
    context: { sessionId },
    signal,
    hooks,
    newMessages: [],
    measured: measuredIn(opened.record, wiring.model.id),
    get record() {
      return session.record
    },
    get system() {
      return session.system
    },
    get tools() {
      return session.tools
    },
    get messages() {
      return sanitizeTranscript(session.messages)
    },
    get contextWindow() {
      return windowOf(wiring.model, session.record)
    },
    // The caller gets the outcome: there is no run whose events could be read.
    emit: () => undefined,
    renew(record) {
      session = { ...session, record }
    },
    continueIn(next) {
      session = next
    },
  }
}
