import type { PlatformForm, TriedPlatform } from '@hermes/runtime'
import type { Prompts } from '../../../prompts/prompts.js'
import type { Move, Step } from '../run-steps.js'

/** Settings of a network by name. `undefined` removes a setting. */
export type NetworkSettings = Readonly<Record<string, unknown>>

/** Input for a network so far. */
export interface NetworkState {
  readonly values: NetworkSettings
  /** A setting to ask for again, or a choice among all of them. */
  readonly change?: { readonly field?: string; readonly isList?: boolean }
  readonly tried?: TriedPlatform
  readonly access?: Access
  /** Whether to leave the network unchanged. */
  readonly isSkipped?: boolean
}

/** Who may write: people with a pairing code, only listed people, or as configured. */
export type Access = 'pair' | 'list' | 'keep'

export type NetworkMove = Move<NetworkState, string>
export type NetworkStep = Step<NetworkState, string>

export interface NetworkStepsOptions {
  readonly prompts: Prompts
  readonly form: PlatformForm
  /** Section of the network in the settings. */
  readonly current: NetworkSettings
  /** Logs in with these settings. */
  readonly attempt: (settings: NetworkSettings, signal: AbortSignal) => Promise<TriedPlatform>
  /** Runs an attempt that the user can end with Ctrl+C if it takes too long. */
  readonly interruptible: <Result>(work: (signal: AbortSignal) => Promise<Result>) => Promise<Result>
}

export function next(state: NetworkState): NetworkMove {
  return { type: 'next', state }
}

export function pass(state: NetworkState): NetworkMove {
  return { type: 'pass', state }
}
