/** Where the files of a home stand in a backup. */
export const homeFolder = 'home/'

/** The one entry that is no file of the home. */
export const manifestName = 'manifest.json'

const longestSegment = 255
const longestName = 1024

/** What a home holds for the moment or can make again: no backup has it, and none may put it there. */
const left = new Set(['.restore', 'backups', 'cache', 'checkpoints', 'logs', 'node_modules', 'processes', 'sandboxes'])

/** Keys and logins: in a backup only when they are asked for. */
const secrets = new Set(['.env', 'auth.json', 'auth-cooldowns.json'])

/** Whether a backup leaves out this file or folder, named from the home on. */
export function isLeftOut(path: string): boolean {
  const name = placeInHome(path).first.toLowerCase()
  // Logs and former contents of a store belong to that very file.
  return left.has(name) || /^state\.db[.-]/.test(name)
}

export function isSecret(path: string): boolean {
  return secrets.has(placeInHome(path).rest)
}

/** Whether it is the session store of the home, or that of a profile. */
export function isStore(path: string): boolean {
  return placeInHome(path).rest === 'state.db'
}

/** Whether a disk might take it for a store, or for the folder of one, though it is none. */
export function isLikeStore(path: string): boolean {
  return placeInHome(path).first.toLowerCase() === 'state.db' && !isStore(path)
}

/** What is put back as a whole: a file or folder that stands directly in the home or in a profile. */
export function unitOf(path: string): string {
  const { profile, first } = placeInHome(path)
  return /^profiles\/[^/]+$/.test(path) ? path : profile + first
}

/** Why a name must not be in a backup; `undefined` where it may. */
export function problemOfName(name: string): string | undefined {
  if (name === '') return 'is empty'
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(name)) return 'holds a control character'
  if (!name.isWellFormed() || name.includes('\ufffd')) return 'is no valid text'
  if (name.includes('\\')) return 'holds a backslash'
  if (name.startsWith('/') || /^[a-z]:/i.test(name)) return 'is an absolute path'
  const segments = name.replace(/\/$/, '').split('/')
  if (segments.some((segment) => segment === '..' || segment === '.')) return 'leads out of its folder'
  if (segments.includes('')) return 'has an empty part'
  if (Buffer.byteLength(name) > longestName) return `is longer than ${longestName} bytes`
  if (segments.some((segment) => Buffer.byteLength(segment) > longestSegment)) return 'has a part that is too long'
  return undefined
}

/** Names that a disk may take for one and the same have one key. */
export function nameKey(name: string): string {
  return name.replace(/\/$/, '').normalize('NFC').toLowerCase().normalize('NFC')
}

/** A profile is a home of its own inside of the home. */
function placeInHome(path: string): { readonly profile: string; readonly first: string; readonly rest: string } {
  const [, profile = '', rest = path] = /^(profiles\/[^/]+\/)(.+)$/.exec(path) ?? []
  return { profile, first: rest.split('/')[0] ?? rest, rest }
}
