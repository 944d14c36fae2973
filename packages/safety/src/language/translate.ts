/** The languages that the interface speaks. */
export type Language = 'en' | 'zh'

/**
 * Says something in the language of the person who reads it. The English text stands where it is said:
 *
 * @example
 * t`Removed ${path}.` // the catalogue has the key 'Removed {0}.'
 */
export interface Translate {
  (pattern: TemplateStringsArray, ...values: readonly (string | number)[]): string
  readonly language: Language
  /**
   * A number of things: `3 lines`. The key of the catalogue is the plural: `{0} lines`.
   * @param plural Default: the noun with `s`, or `es` where English asks for it.
   */
  count(count: number, noun: string, plural?: string): string
  /** A whole English text from elsewhere: a description of a table, or the message of an error. What the catalogue lacks stays as it is. */
  of(english: string): string
}

/** The plural of an English noun. */
export function pluralOf(noun: string): string {
  return /(?:ch|sh|s|x)$/.test(noun) ? `${noun}es` : `${noun}s`
}
