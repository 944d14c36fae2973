import type { PlatformForm, TriedPlatform } from '@hermes/runtime'
import type { Prompts } from '../../../prompts/prompts.js'
import type { Move, Step } from '../run-steps.js'

/** Settings of a network by name. `undefined`: removed. */
export type NetworkSettings = Readonly<Record<string, unknown>>

/** What was entered for a network so far. */
export interface NetworkState {
  readonly values: NetworkSettings
  /** A setting to ask for again, or all of them to choose from. */
  readonly change?: { readonly field?: string; readonly isList?: boolean }
  readonly tried?: TriedPlatform
  readonly access?: Access
  /** Leave the network as it was. */
  readonly isSkipped?: boolean
}

/** Who may write: who is let in by a code, only listed people, or as the settings have it. */
export type Access = 'pair' | 'list' | 'keep'

export type NetworkMove = Move<NetworkState, string>
export type NetworkStep = Step<NetworkState, string>

export interface NetworkStepsOptions {
  readonly prompts: Prompts
  readonly form: PlatformForm
  /** The section of the network in the settings. */
  readonly current: NetworkSettings
  /** Logs in with these settings. */
  readonly attempt: (settings: NetworkSettings, signal: AbortSignal) => Promise<TriedPlatform>
  /** Ends an attempt that takes too long when the person presses Ctrl+C. */
  readonly interruptible: <Result>(work: (signal: AbortSignal) => Promise<Result>) => Promise<Result>
}

export function next(state: NetworkState): NetworkMove {
  return { type: 'next', state }
}

export function pass(state: NetworkState): NetworkMove {
  return { type: 'pass', state }
}
