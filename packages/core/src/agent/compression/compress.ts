import { compressHistory } from '../../compression/compress-history.js'
import { snapshotOf } from '../../compression/compressible.js'
import type { TransportError } from '../../contracts/errors/errors.js'
import type { SessionNotes } from '../../contracts/sessions/session-notes.js'
import { learnedWindow, measuredRequest } from '../../session/session-notes.js'
import type { Turn } from '../state/turn.js'
import { warnOfPressure } from './compress-pressure.js'

/** Called before each model call: lets the context engine shorten a conversation that has outgrown the window. */
export async function compressIfNeeded(turn: Turn): Promise<void> {
  const engine = turn.wiring.contextEngine
  if (!engine || turn.compressionFailed) return
  const snapshot = snapshotOf(turn)
  await engine.prepare?.(snapshot, { signal: turn.signal })
  if (!engine.shouldCompress(snapshot)) return warnOfPressure(turn, engine, snapshot)
  const outcome = await compressHistory(turn, engine, { trigger: 'threshold' })
  // The conversation may still fit, and a second attempt would fail in the same way: the provider decides.
  turn.compressionFailed = outcome.status === 'failed'
}

/**
 * Handles a conversation that the provider rejected as too long, which means that its window is smaller than assumed:
 * stores the new size and compresses. Resolves to `false` when the conversation could not be shortened.
 */
export async function compressOverflow(turn: Turn, overflow: TransportError): Promise<boolean> {
  await learnWindow(turn, overflow)
  const engine = turn.wiring.contextEngine
  if (!engine) return false
  const before = turn.record.id
  await compressHistory(turn, engine, { trigger: 'overflow', force: true })
  return turn.record.id !== before
}

/** The share of the window above which the provider's token count is stored for the next turn. */
const rememberedShare = 0.25

/** Called at the end of a turn: stores the provider's token count, so that the next turn need not estimate it. */
export function keepMeasure({ wiring, measured, contextWindow }: Turn): (notes: SessionNotes) => SessionNotes {
  if (!wiring.contextEngine || !measured || measured.promptTokens < rememberedShare * contextWindow)
    return (same) => same
  return (notes) => measuredRequest.with(notes, { ...measured, model: wiring.model.id })
}

/** Stores the size of the window. If the provider does not name it, the next smaller common size is assumed. */
async function learnWindow(turn: Turn, { contextWindow }: TransportError): Promise<void> {
  const tokens = contextWindow ?? Math.floor(turn.contextWindow * 0.75)
  if (tokens >= turn.contextWindow) return
  const { id: model } = turn.wiring.model
  const notes = learnedWindow.with(turn.record.notes, { model, tokens })
  turn.renew(await turn.wiring.store.sessions.update(turn.record.id, { notes }))
  turn.notify('context-window', `The context window of ${model} is now assumed to be ${tokens} tokens.`)
}
