import type { ConvertedSetting } from './python-setting.js'

/** The settings here for a value, or why there are none, as a sentence. */
export type Conversion =
  | { readonly settings: readonly ConvertedSetting[]; readonly remark?: string }
  | { readonly because: string }

export interface Converter {
  /** Whether a value is one of Python's. Absent: each is. */
  isForeign?(value: unknown): boolean
  /** Whether each entry of the section or list is converted alone: one that cannot be used does not keep back the others. */
  readonly isEach?: boolean
  /** @param name Of the entry, if each is converted alone. */
  convert(value: unknown, name: string): Conversion
}
