import type { Compression, ContextEngine, ContextSnapshot, Message } from '@hermes/core'

export interface Replay {
  readonly messages: readonly Message[]
  readonly compressions: number
  /** The total duration of all compressions, in milliseconds. */
  readonly durationMs: number
  /** The number of tokens left at the end. */
  readonly tokensAfter: number
}

/**
 * Replays a history message by message, letting the engine compress whenever it decides to, and once more at the end.
 */
export async function replay(
  history: readonly Message[],
  engine: ContextEngine,
  contextWindow: number,
): Promise<Replay> {
  const { signal } = new AbortController()
  let context: ContextSnapshot = { sessionId: 'replay', system: '', tools: [], messages: [], contextWindow, state: {} }
  let compressions = 0
  let durationMs = 0
  let tokensAfter = 0

  async function compress(force: boolean): Promise<void> {
    const start = performance.now()
    const compression: Compression = await engine.compress(context, { signal, force })
    durationMs += performance.now() - start
    context = { ...context, state: compression.state }
    if (compression.status === 'skipped') return
    context = { ...context, messages: compression.messages }
    compressions += 1
    tokensAfter = compression.tokensAfter
  }

  for (const [index, message] of history.entries()) {
    context = { ...context, messages: [...context.messages, message] }
    const isBeforeCall = message.role === 'user' || (message.role === 'tool' && history[index + 1]?.role !== 'tool')
    if (isBeforeCall && engine.shouldCompress(context)) await compress(false)
  }
  await compress(true)
  return { messages: context.messages, compressions, durationMs, tokensAfter }
}
