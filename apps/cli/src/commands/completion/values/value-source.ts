import type { HomePaths } from '@hermes/runtime'
import type { Candidate } from '../../../arguments/complete-words.js'
import type { OptionName } from '../../../arguments/options/options.js'
import type { Io } from '../../../io.js'

/** Input for looking up values. The home exists. */
export interface ValueRequest {
  readonly io: Io
  readonly paths: HomePaths
  /** Options before the word. */
  readonly given: Readonly<Partial<Record<OptionName, string>>>
  /** Parameter before the value, when the value depends on it. */
  readonly after?: string | undefined
  /** The word as typed so far. */
  readonly typed: string
}

/** Looks up values in the home, without the network. */
export type ValueSource = (request: ValueRequest) => Promise<readonly Candidate[]>
