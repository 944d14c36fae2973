/** The separator of entries, alone on its line. */
const separator = '§'

/**
 * Parses the entries of a memory file, in order. People edit these files, so line ends of any system, spaces around the
 * separators, and empty and repeated entries are accepted.
 */
export function parseEntries(text: string): readonly string[] {
  const parts = text
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n')
    .split(/^[ \t]*§[ \t]*$/m)
  return [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ''))]
}

/** Formats the text of a file with these entries. */
export function formatEntries(entries: readonly string[]): string {
  return entries.length === 0 ? '' : `${joinEntries(entries)}\n`
}

/** Joins entries as in the file and in the prompt. */
export function joinEntries(entries: readonly string[]): string {
  return entries.join(`\n${separator}\n`)
}

/** Counts the characters that count toward the limit of a file. */
export function countChars(entries: readonly string[]): number {
  return joinEntries(entries).length
}

/** Whether the text would be read back as one entry. */
export function isOneEntry(text: string): boolean {
  return parseEntries(text).length === 1
}
