/**
 * `waiting`: another gateway receives with the same credentials. `lost`: tried again until it is there. `failed`: tried again when the
 * settings change. `paused`: a person stopped it.
 */
export type ConnectionStatus = 'connecting' | 'connected' | 'waiting' | 'lost' | 'failed' | 'paused'

/** The state of the connection to a chat network. */
export interface ConnectionHealth {
  readonly status: ConnectionStatus
  /** When it got this status, in milliseconds since 1970. */
  readonly sinceMs: number
  /** Why it does not receive. One line, without secrets. */
  readonly reason?: string
}

/** The connections by the names of their networks, live. */
export type ConnectionHealths = ReadonlyMap<string, ConnectionHealth>

/** Whether a network could not connect for so long that a person should look at it. `afterMs` 0: never. */
export function needsAttention({ status, sinceMs }: ConnectionHealth, nowMs: number, afterMs: number): boolean {
  return ['connecting', 'lost', 'failed'].includes(status) && afterMs > 0 && nowMs - sinceMs >= afterMs
}
