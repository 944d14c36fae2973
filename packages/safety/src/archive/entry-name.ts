/**
 * Which names an archive may use.
 *
 * - `portable`: names that mean the same file on every system, for archives from elsewhere.
 * - `own`: every name that a Unix folder may contain and that stays inside it, for archives of the user's own files.
 */
export type NameRules = 'portable' | 'own'

const longestSegment = 255
const longestName = 1024

/** Returns why a name is refused, as the end of a sentence that starts with the name. */
export function problemOfName(name: string, rules: NameRules): string | undefined {
  if (name === '') return 'is empty'
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is looked for
  if (/[\u0000-\u001f\u007f]/.test(name)) return 'contains a control character'
  if (!name.isWellFormed() || name.includes('\ufffd')) return 'is not valid text'
  if (name.includes('\\')) return 'contains a backslash, which is a path separator on some systems'
  if (name.startsWith('/') || /^[A-Za-z]:/.test(name)) return 'is an absolute path'
  const segments = name.split('/')
  if (segments.includes('..')) return 'leads out of its folder'
  if (Buffer.byteLength(name) > longestName) return `is longer than ${longestName} bytes`
  if (segments.some((segment) => Buffer.byteLength(segment) > longestSegment)) return 'has a part that is too long'
  return rules === 'portable' ? problemElsewhere(name) : undefined
}

function problemElsewhere(name: string): string | undefined {
  if (seemingSegments(name).includes('..')) return 'leads out of its folder on some systems'
  if (/[\u202a-\u202e\u2066-\u2069]/.test(name)) return 'contains characters that change the text direction'
  return undefined
}

/** The segments as systems that normalize Unicode or remove trailing spaces see them. */
function seemingSegments(name: string): readonly string[] {
  return name
    .normalize('NFKC')
    .split(/[/\\\u2044\u2215\u29f8]/)
    .map((segment) => segment.trimEnd())
}

/** Returns the path of an entry relative to the folder, with `/` as separator. Empty for the folder itself. */
export function entryPath(name: string): string {
  return name
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.')
    .join('/')
}

/** Returns the same key for all paths that some file system treats as equal. */
export function entryKey(path: string, rules: NameRules): string {
  const segments = path.split('/')
  return (rules === 'portable' ? segments.map(withoutEnd) : segments).map(fold).join('/')
}

/** Removes trailing dots and spaces, as some systems do. */
function withoutEnd(segment: string): string {
  return segment.replace(/[. ]+$/, '') || segment
}

/** Folds case by way of upper case, which makes `ß` and `ss` equal. */
function fold(segment: string): string {
  return segment.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC')
}
