export type FaultName = 'databaseCuts' | 'clockJumps' | 'fullDisks' | 'restarts'

/** A fault in the environment of the gateways that lasts for a few seconds. */
export interface Fault extends AsyncDisposable {
  readonly name: FaultName
  /** The probability of a strike before a kill, from 0 to 1. */
  readonly chance: number
  /** Number of strikes so far. */
  readonly strikes: number
  strike(): void
}
