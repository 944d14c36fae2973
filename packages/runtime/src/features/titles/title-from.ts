const maxLength = 80

/** Converts a model's text to a title for lists; `undefined` if there is none. */
export function titleFrom(text: string): string | undefined {
  const line = text
    .replace(/<think>[\s\S]*?(?:(<\/think>)|$)/g, (part, end?: string) => (end === undefined ? part : ''))
    .split('\n')
    .map((candidate) => candidate.trim())
    .find((candidate) => candidate !== '')
  const bare = line
    ?.replace(/^(#+|title:|name:)\s*/i, '')
    .replace(/\p{Cc}|\p{Cf}/gu, '')
    .replace(/^["'“„«*_`]+/u, '')
    .replace(/(?<!["'”“»*_`.。])["'”“»*_`.。]+$/u, '')
    .trim()
  if (!bare) return undefined
  return bare.length <= maxLength
    ? bare
    : `${bare
        .slice(0, maxLength - 1)
        .trimEnd()
        .toWellFormed()}…`
}
