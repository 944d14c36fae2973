import { ArchiveError } from './archive-error.js'

const longestSegment = 255
const longestName = 4096

/**
 * The place of an entry below the folder that it is unpacked into, with `/` between its segments; empty for the folder
 * itself.
 * @throws {ArchiveError} for a name that leads elsewhere, or means different places to different systems.
 */
export function checkEntryName(name: string): string {
  const refuse = (why: string) => new ArchiveError(`The archive was not unpacked: the name ${shown(name)} ${why}.`)
  if (name === '') throw refuse('is empty')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is looked for
  if (/[\u0000-\u001f\u007f]/.test(name) || !name.isWellFormed()) throw refuse('holds characters that no name has')
  if (name.includes('\\')) throw refuse('holds a backslash, which some systems take for a folder')
  if (name.startsWith('/') || /^[A-Za-z]:/.test(name)) throw refuse('is absolute')
  const segments = name.split('/').filter((segment) => segment !== '' && segment !== '.')
  if (segments.includes('..') || seemingSegments(name).includes('..')) throw refuse('leads out of the folder')
  if (/[\u202a-\u202e\u2066-\u2069]/.test(name)) throw refuse('turns the direction in which it is read')
  if (name.length > longestName || segments.some((segment) => Buffer.byteLength(segment) > longestSegment)) {
    throw refuse('is longer than a file system takes')
  }
  return segments.join('/')
}

/** As systems take them that fold letters of the same look into one, or drop blanks at the end. */
function seemingSegments(name: string): readonly string[] {
  return name
    .normalize('NFKC')
    .split(/[/\\\u2044\u2215\u29f8]/)
    .map((segment) => segment.trimEnd())
}

function shown(name: string): string {
  return JSON.stringify(name.length > 120 ? `${name.slice(0, 120)}…` : name)
}
