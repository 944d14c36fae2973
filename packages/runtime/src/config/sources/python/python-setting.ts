import type { Section } from '../../../schema/section.js'

/** A setting of this program, with its value. */
export interface ConvertedSetting {
  readonly path: readonly string[]
  readonly value: unknown
}

/** What becomes of a setting of the Hermes Agent in Python. */
export interface PythonSetting {
  /** The names on its path; the place in a list is a name, too. */
  readonly path: readonly string[]
  /** The settings with its value here, which are in effect. Empty: its value has no effect. */
  readonly becomes: readonly ConvertedSetting[]
  /** A sentence about what is lost. */
  readonly remark?: string
  /** Why it must stay in the file: its value would be lost. A sentence. */
  readonly stays?: string
}

/** The value here of a setting that has the same name in both programs; `undefined` for any other. */
export function newValueOf({ path, becomes }: PythonSetting): unknown {
  const [only, ...others] = becomes
  return only && others.length === 0 && only.path.join('.') === path.join('.') ? only.value : undefined
}

export interface AdaptedSettings {
  /** The settings of this program, with those that the others became. */
  readonly values: Section
  /** In the order of the file. */
  readonly settings: readonly PythonSetting[]
  /** Shown to the user, one sentence each. */
  readonly warnings: readonly string[]
  /** Whether a migration would change the file in more than empty texts. */
  readonly isForeign: boolean
}
