import type { Section } from '../../../schema/section.js'
import type { ConvertedSetting } from './python-setting.js'

/** The resulting settings for a value, or a sentence that says why there are none. */
export type Conversion =
  | { readonly settings: readonly ConvertedSetting[]; readonly remark?: string }
  | { readonly because: string }

/** What a conversion may depend on besides the value. */
export interface GivenSettings {
  readonly all: Section
  /** Whether the Hermes Agent in Python wrote the file, which it shows by numbering the version of its settings. */
  readonly isOfPython: boolean
}

export interface Converter {
  /** Whether a value is in the format of the Python program. With `isEach`, called for each entry. Default: always. */
  isForeign?(value: unknown, given: GivenSettings, name: string): boolean
  /** Whether each entry of the section or list is converted separately, so that an unusable entry does not hold back the others. */
  readonly isEach?: boolean
  /**
   * Converts a value.
   * @param name The name of the setting, or of the entry with `isEach`.
   */
  convert(value: unknown, name: string, given: GivenSettings): Conversion
}
