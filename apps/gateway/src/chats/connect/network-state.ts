import { type ConnectionHealths, needsAttention } from './connection-health.js'

/** The state of a chat network, as shown to other processes. */
export interface NetworkState {
  readonly name: string
  readonly status: string
  /** When the status began, in ISO 8601. */
  readonly since: string
  /** Whether the network has been unable to connect for a long time. */
  readonly needsAttention: boolean
  /** Why the network does not receive. */
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
