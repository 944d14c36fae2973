import type { Section } from '../../../schema/section.js'
import type { ConvertedSetting } from './python-setting.js'

/** The settings here for a value, or why there are none, as a sentence. */
export type Conversion =
  | { readonly settings: readonly ConvertedSetting[]; readonly remark?: string }
  | { readonly because: string }

/** What else a conversion may depend on. */
export interface GivenSettings {
  readonly all: Section
  /** The Hermes Agent in Python wrote the file: it numbers the versions of its settings. */
  readonly isOfPython: boolean
}

export interface Converter {
  /** Whether a value, or with `isEach` an entry, is one of Python's. Absent: each is. */
  isForeign?(value: unknown, given: GivenSettings, name: string): boolean
  /** Whether each entry of the section or list is converted alone: one that cannot be used does not keep back the others. */
  readonly isEach?: boolean
  /** @param name Of the setting, or of the entry if each is converted alone. */
  convert(value: unknown, name: string, given: GivenSettings): Conversion
}
