/** The maximum length of a title in characters. */
export const longestTitle = 100

/**
 * Sanitizes a title for lists: one line, no invisible or bidirectional control characters, at most {@link longestTitle} characters.
 * Returns `undefined` when nothing is left.
 */
export function sanitizeTitle(text: string): string | undefined {
  const line = text
    .toWellFormed()
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu, '')
    .replaceAll(unseen, '')
    .trim()
  return line === '' ? undefined : cutTitle(line, longestTitle)
}

/** Appends the number: `fix the build #2`. A long title is cut before it. */
export function numberedTitle(title: string, number: number): string {
  const suffix = ` #${number}`
  return cutTitle(title, longestTitle - suffix.length) + suffix
}

/** Matches format characters, except the joiners that emoji and some scripts need. */
const unseen = /(?![\u200c\u200d])\p{Cf}/gu

function cutTitle(title: string, limit: number): string {
  const characters = Array.from(title)
  return characters.length <= limit
    ? title
    : `${characters
        .slice(0, limit - 1)
        .join('')
        .trimEnd()}…`
}
