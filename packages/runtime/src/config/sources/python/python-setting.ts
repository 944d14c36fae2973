import type { Section } from '../../../schema/section.js'

/** A setting of Hermes, with its value. */
export interface ConvertedSetting {
  readonly path: readonly string[]
  readonly value: unknown
}

/** A setting of the Hermes Agent in Python, and what it is converted to. */
export interface PythonSetting {
  /** The names on its path. A position in a list is a name, too. */
  readonly path: readonly string[]
  /** The settings that have its value and are in effect. Empty: its value has no effect. */
  readonly becomes: readonly ConvertedSetting[]
  /** A sentence about what is lost. */
  readonly remark?: string
  /** A sentence that says why the setting must stay in the file, because its value would be lost. */
  readonly stays?: string
}

/** Returns the converted value of a setting that has the same name in both programs; `undefined` for any other. */
export function newValueOf({ path, becomes }: PythonSetting): unknown {
  const [only, ...others] = becomes
  return only && others.length === 0 && only.path.join('.') === path.join('.') ? only.value : undefined
}

export interface AdaptedSettings {
  /** The settings that Hermes has itself, together with the converted ones. */
  readonly values: Section
  /** The converted settings, in the order of the file. */
  readonly settings: readonly PythonSetting[]
  /** Warnings to show to the user, one sentence each. */
  readonly warnings: readonly string[]
  /** Whether a migration would change more in the file than empty texts. */
  readonly isForeign: boolean
}
