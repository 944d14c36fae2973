import { type ConnectionHealths, needsAttention } from './connection-health.js'

/** What other processes are shown of a chat network. */
export interface NetworkState {
  readonly name: string
  readonly status: string
  /** ISO 8601. */
  readonly since: string
  /** Whether it could not connect for long. */
  readonly needsAttention: boolean
  /** Why it does not receive. */
  readonly reason?: string
}

export function networkStates(health: ConnectionHealths, attentionMs: number): readonly NetworkState[] {
  return Array.from(health, ([name, each]) => ({
    name,
    status: each.status,
    since: new Date(each.sinceMs).toISOString(),
    needsAttention: needsAttention(each, Date.now(), attentionMs),
    ...(each.reason !== undefined && { reason: each.reason }),
  }))
}
