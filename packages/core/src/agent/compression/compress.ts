import { compressHistory } from '../../compression/compress-history.js'
import { snapshotOf } from '../../compression/compressible.js'
import type { TransportError } from '../../contracts/errors.js'
import { learnedWindow, measuredRequest } from '../../session/session-notes.js'
import type { Turn } from '../state/turn.js'
import { warnOfPressure } from './compress-pressure.js'

/** Before a model call: lets the context engine shorten a conversation that has outgrown the window. */
export async function compressIfNeeded(turn: Turn): Promise<void> {
  const engine = turn.wiring.contextEngine
  if (!engine || turn.compressionFailed) return
  if (!engine.shouldCompress(snapshotOf(turn))) return warnOfPressure(turn, engine)
  const outcome = await compressHistory(turn, engine, { trigger: 'threshold' })
  // The conversation may still fit, and what failed now fails again at the next call: the provider has the last word.
  turn.compressionFailed = outcome.status === 'failed'
}

/**
 * The provider found the conversation too long: the window is smaller than was thought. Learns it and compresses; `false`
 * when that could not make it any shorter.
 */
export async function compressOverflow(turn: Turn, overflow: TransportError): Promise<boolean> {
  await learnWindow(turn, overflow)
  const engine = turn.wiring.contextEngine
  if (!engine) return false
  const before = turn.record.id
  await compressHistory(turn, engine, { trigger: 'overflow', force: true })
  return turn.record.id !== before
}

/** From this part of the window on it matters for the next turn what the provider counted for this one. */
const rememberedShare = 0.25

/** At the end of a turn: keeps what the provider counted, so that the next one need not guess. */
export async function rememberMeasure(turn: Turn): Promise<void> {
  const { wiring, record, measured, contextWindow } = turn
  if (!wiring.contextEngine || !measured || measured.promptTokens < rememberedShare * contextWindow) return
  const notes = measuredRequest.with(record.notes, { ...measured, model: wiring.model.id })
  turn.renew(await wiring.store.sessions.update(record.id, { notes }))
}

/** Where the provider does not say how large its window is, a step down is a safe guess. */
async function learnWindow(turn: Turn, { contextWindow }: TransportError): Promise<void> {
  const tokens = contextWindow ?? Math.floor(turn.contextWindow * 0.75)
  if (tokens >= turn.contextWindow) return
  const { id: model } = turn.wiring.model
  const notes = learnedWindow.with(turn.record.notes, { model, tokens })
  turn.renew(await turn.wiring.store.sessions.update(turn.record.id, { notes }))
  turn.notify('context-window', `The window of ${model} is taken to hold ${tokens} tokens from now on.`)
}
