export type FaultName = 'databaseCuts' | 'clockJumps' | 'fullDisks' | 'restarts'

/** Something around the gateways that goes wrong for a few seconds. */
export interface Fault extends AsyncDisposable {
  readonly name: FaultName
  /** How likely it is before a kill, from 0 to 1. */
  readonly chance: number
  /** How often it went wrong. */
  readonly strikes: number
  strike(): void
}
