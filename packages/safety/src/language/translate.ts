/** The languages of the interface. */
export type Language = 'en' | 'zh'

/**
 * Translates a text into the language of the person who reads it. The English text is written at the call:
 *
 * @example
 * t`Removed ${path}.` // the catalog has the key 'Removed {0}.'
 */
export interface Translate {
  (pattern: TemplateStringsArray, ...values: readonly (string | number)[]): string
  readonly language: Language
  /**
   * Formats a number of things: `3 lines`. The key in the catalog is the plural: `{0} lines`.
   * @param plural Default: the noun with `s`, or with `es` where English requires it.
   */
  count(count: number, noun: string, plural?: string): string
  /**
   * Translates a whole English text from elsewhere, such as a description from a table or an error message. Texts
   * missing from the catalog are returned unchanged.
   */
  of(english: string): string
}

/** Returns the plural of an English noun. */
export function pluralOf(noun: string): string {
  return /(?:ch|sh|s|x)$/.test(noun) ? `${noun}es` : `${noun}s`
}
