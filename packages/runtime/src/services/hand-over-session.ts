import { ConfigError, type SessionId, type SessionStore } from '@hermes/core'
import type { Config } from '../schema/config-schema.js'

export interface HandOverHost {
  readonly store: SessionStore
  readonly platforms: Config['platforms']
}

/** Hands a session over to a configured chat. See `Runtime.handOver`. */
export async function handOverSession(
  { store: { queue }, platforms }: HandOverHost,
  sessionId: SessionId,
  { target, signal }: { readonly target: string; readonly signal: AbortSignal },
): Promise<void> {
  const { handOver, parseTarget } = await import('@hermes/platforms/messages')
  const chat = parseTarget(target, Object.fromEntries(Object.entries(platforms).filter(([, { enabled }]) => enabled)))
  if (!queue) throw new ConfigError('store', 'A handoff needs a store with a work queue.')
  await handOver(sessionId, chat, { queue, signal })
}
