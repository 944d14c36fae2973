import type { CompressOptions, ContextEngine } from '../contracts/agent/context-engine.js'
import { describeError, HermesError, StoreError } from '../contracts/errors/errors.js'
import { type Message, textOf } from '../contracts/model/message.js'
import type { SideCallWatch } from '../contracts/model/side-call.js'
import type { CompressionOutcome, CompressionTrigger } from '../contracts/turn/event.js'
import type { JsonObject } from '../contracts/values/json.js'
import type { SessionId } from '../contracts/values/session-id.js'
import { sanitizeTranscript } from '../transcript/sanitize-transcript.js'
import { followWinner } from './compress-conflict.js'
import { splitSession } from './compress-split.js'
import { type Compressible, snapshotOf } from './compressible.js'
import { compressionOf } from './compression-record.js'

export interface CompressionOrder extends Omit<CompressOptions, 'signal' | 'sideCalls'> {
  readonly trigger: CompressionTrigger
}

/**
 * Lets the engine shorten a conversation and continues in a child session with the survivors. When anything fails, the session
 * is unchanged. Every `compression-start` is followed by its end.
 *
 * @throws {StoreError} when the store fails; rejects with `signal.reason` when the signal is aborted. Every other failure is
 * an outcome.
 */
export async function compressHistory(
  open: Compressible,
  engine: ContextEngine,
  order: CompressionOrder,
): Promise<CompressionOutcome> {
  const { monotonic, logger } = open.wiring.services
  const startedMs = monotonic()
  const elapsedMs = () => Math.round(monotonic() - startedMs)
  open.emit({ type: 'compression-start', sessionId: open.record.id, trigger: order.trigger })
  const end = (outcome: CompressionOutcome): CompressionOutcome => {
    open.emit({ type: 'compression-end', sessionId: open.record.id, ...outcome })
    return outcome
  }
  try {
    return end(await attempt(open, engine, { ...order, elapsedMs }))
  } catch (error) {
    const reason = describeError(open.signal.aborted ? open.signal.reason : error)
    const outcome = end({ status: 'failed', reason, durationMs: elapsedMs() })
    if (open.signal.aborted || StoreError.is(error)) throw error
    logger.log('warn', `A conversation was not compressed: ${reason}`, { sessionId: open.context.sessionId })
    return outcome
  }
}

interface Attempt extends CompressionOrder {
  readonly elapsedMs: () => number
}

async function attempt(
  open: Compressible,
  engine: ContextEngine,
  { trigger, elapsedMs, ...options }: Attempt,
): Promise<CompressionOutcome> {
  const { sessionId } = open.context
  const { sideCalls } = open.hooks
  const snapshot = snapshotOf(open)
  await open.hooks.pre_compress({ sessionId, snapshot })
  open.signal.throwIfAborted()
  const compression = await engine.compress(snapshot, {
    ...options,
    signal: open.signal,
    ...(sideCalls && { sideCalls: ofLineage(sideCalls, sessionId) }),
  })
  open.signal.throwIfAborted()
  if (compression.status === 'skipped') {
    await keepState(open, compression.state)
    return { status: 'skipped', reason: compression.reason, durationMs: elapsedMs() }
  }
  const { tokensBefore, tokensAfter, summary, notice, state } = compression
  const survivors = sanitizeTranscript(compression.messages)
  requireNewestInstruction(open, survivors, engine.id)
  const ended = open.record.id
  const record = {
    trigger,
    tokensBefore,
    tokensAfter,
    durationMs: elapsedMs(),
    ...(summary !== undefined && { summary }),
  }
  const session = await splitSession(open, { survivors, state, record })
  if (!session) {
    await followWinner(open)
    const reason = 'Another process has compressed this session: continuing from its result.'
    return { status: 'skipped', reason, durationMs: elapsedMs() }
  }
  open.continueIn(session, survivors)
  await open.hooks.on_session_end({ sessionId: ended, reason: 'compression' })
  const told = notice !== undefined && { notice }
  return { status: 'compressed', tokensBefore, tokensAfter, durationMs: elapsedMs(), ...told }
}

/** Passes side calls on with the root id, by which hooks know a session. */
function ofLineage({ before, after }: SideCallWatch, sessionId: SessionId): SideCallWatch {
  return { before: (call) => before({ ...call, sessionId }), after: (call) => after({ ...call, sessionId }) }
}

/** Stores the engine's state, so that it does not repeat a failed attempt. */
async function keepState(open: Compressible, contextState: JsonObject): Promise<void> {
  open.renew(await open.wiring.store.sessions.update(open.record.id, { contextState }))
}

/**
 * Requires that the user's latest request survives: a conversation that is too long is better than one that lost it.
 */
function requireNewestInstruction({ messages, record }: Compressible, survivors: readonly Message[], engine: string) {
  const summary = compressionOf(record)?.summary
  // Engines may write the summary as a user message.
  const isSummary = ({ content }: Message) => summary !== undefined && textOf(content).includes(summary)
  const newest = messages.findLast((message) => message.role === 'user' && !isSummary(message))
  if (!newest || survivors.includes(newest)) return
  throw new HermesError('run/instruction-lost', `The context engine "${engine}" dropped the latest user message.`)
}
