/** Returns the name of a file as clients read it: without folders, and without characters that a terminal or a header would interpret. */
export function shownName(given: string): string {
  const last = given.split(/[\\/]/).at(-1) ?? ''
  const plain = last
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .trim()
  return Array.from(plain).slice(-200).join('') || 'file'
}
