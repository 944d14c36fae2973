import type { HomePaths } from '@hermes/runtime'
import type { Candidate } from '../../../arguments/complete-words.js'
import type { OptionName } from '../../../arguments/options/options.js'
import type { Io } from '../../../io.js'

/** What values are looked up with. The home exists. */
export interface ValueRequest {
  readonly io: Io
  readonly paths: HomePaths
  /** The options before the word. */
  readonly given: Readonly<Partial<Record<OptionName, string>>>
  /** The parameter before a value that depends on it. */
  readonly after?: string | undefined
  /** The word so far. */
  readonly typed: string
}

/** Looks values up in the home, without the network. */
export type ValueSource = (request: ValueRequest) => Promise<readonly Candidate[]>
