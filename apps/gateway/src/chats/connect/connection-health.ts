/**
 * `waiting`: another gateway receives with the same credentials. `lost`: tried again until it is there. `failed`: tried again when the
 * settings change.
 */
export type ConnectionStatus = 'connecting' | 'connected' | 'waiting' | 'lost' | 'failed'

/** The state of the connection to a chat network. */
export interface ConnectionHealth {
  readonly status: ConnectionStatus
  /** When it got this status, in milliseconds since 1970. */
  readonly sinceMs: number
}

/** The connections by the names of their networks, live. */
export type ConnectionHealths = ReadonlyMap<string, ConnectionHealth>
