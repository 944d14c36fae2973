import { ArchiveError } from './archive-error.js'

const longestSegment = 255
const longestName = 4096

/**
 * Returns the path of an entry relative to the target folder, with `/` as separator; empty for the folder itself.
 *
 * @throws {ArchiveError} when the name leads out of the folder or is ambiguous between systems.
 */
export function checkEntryName(name: string): string {
  const refuse = (why: string) => new ArchiveError(`The archive was not unpacked: the name ${shown(name)} ${why}.`)
  if (name === '') throw refuse('is empty')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is looked for
  if (/[\u0000-\u001f\u007f]/.test(name) || !name.isWellFormed())
    throw refuse('contains characters that are not allowed in names')
  if (name.includes('\\')) throw refuse('contains a backslash, which is a path separator on some systems')
  if (name.startsWith('/') || /^[A-Za-z]:/.test(name)) throw refuse('is absolute')
  const segments = name.split('/').filter((segment) => segment !== '' && segment !== '.')
  if (segments.includes('..') || seemingSegments(name).includes('..')) throw refuse('leads out of the folder')
  if (/[\u202a-\u202e\u2066-\u2069]/.test(name)) throw refuse('contains characters that change the text direction')
  if (name.length > longestName || segments.some((segment) => Buffer.byteLength(segment) > longestSegment)) {
    throw refuse('is longer than file systems allow')
  }
  return segments.join('/')
}

/** The segments as on systems that normalize Unicode or remove trailing dots and spaces. */
function seemingSegments(name: string): readonly string[] {
  return name
    .normalize('NFKC')
    .split(/[/\\\u2044\u2215\u29f8]/)
    .map((segment) => segment.trimEnd())
}

function shown(name: string): string {
  return JSON.stringify(name.length > 120 ? `${name.slice(0, 120)}…` : name)
}
