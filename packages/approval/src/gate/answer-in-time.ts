import type { ApprovalAnswer } from '@hermes/core'
import { untilAborted } from '@hermes/safety'

/**
 * Waits for an answer for at most `limitMs` (`Infinity` for no limit). Resolves to `undefined` after that, even if the
 * asker ignores its signal. Rejects with the reason of `signal` when it is aborted.
 */
export async function answerInTime(
  ask: (signal: AbortSignal) => Promise<ApprovalAnswer>,
  limitMs: number,
  signal: AbortSignal,
): Promise<ApprovalAnswer | undefined> {
  const limit = new AbortController()
  const timer = Number.isFinite(limitMs) ? setTimeout(() => limit.abort(), limitMs) : undefined
  const limited = AbortSignal.any([signal, limit.signal])
  try {
    return await untilAborted(ask(limited), limited)
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (limit.signal.aborted) return undefined
    throw error
  } finally {
    clearTimeout(timer)
  }
}
