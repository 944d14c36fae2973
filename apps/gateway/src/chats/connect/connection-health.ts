/**
 * The status of a connection. `waiting`: another gateway receives with the same credentials. `lost`: retried until it is restored. `failed`: retried
 * when the settings change. `paused`: a person stopped it.
 */
export type ConnectionStatus = 'connecting' | 'connected' | 'waiting' | 'lost' | 'failed' | 'paused'

/** The state of the connection to a chat network. */
export interface ConnectionHealth {
  readonly status: ConnectionStatus
  /** When the connection got this status, in milliseconds since 1970. */
  readonly sinceMs: number
  /** Why the network does not receive. One line, without secrets. */
  readonly reason?: string
}

/** The current health of the connections, by the names of their networks. */
export type ConnectionHealths = ReadonlyMap<string, ConnectionHealth>

/** Whether a network has been unable to connect for so long that a person should look at it. `afterMs` 0: never. */
export function needsAttention({ status, sinceMs }: ConnectionHealth, nowMs: number, afterMs: number): boolean {
  return ['connecting', 'lost', 'failed'].includes(status) && afterMs > 0 && nowMs - sinceMs >= afterMs
}
