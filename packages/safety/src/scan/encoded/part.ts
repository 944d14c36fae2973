/** A part of a text that says something other than it shows. */
export interface EncodedPart {
  readonly start: number
  readonly end: number
  /** The decoded text. */
  readonly text: string
}

/** Maximum length of a part. Longer parts are cut, which bounds the work for each. */
export const longestPart = 4_096

/** Decodes the matches of a pattern. `decode` returns `undefined` for a match that is not encoded in this way. */
export function decodeMatches(
  text: string,
  pattern: RegExp,
  decode: (found: string) => string | undefined,
): readonly EncodedPart[] {
  return [...text.matchAll(pattern)].flatMap(({ 0: found, index }) => {
    const decoded = decode(found.slice(0, longestPart))
    return decoded === undefined ? [] : [{ start: index, end: index + found.length, text: decoded }]
  })
}
