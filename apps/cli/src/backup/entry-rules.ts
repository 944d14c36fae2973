/** The folder of the home's files in a backup. */
export const homeFolder = 'home/'

/** The only entry that is not a file of the home. */
export const manifestName = 'manifest.json'

const longestSegment = 255
const longestName = 1024

/** Temporary and derived files: excluded from backups, and rejected in archives. */
const left = new Set(['.restore', 'backups', 'cache', 'checkpoints', 'logs', 'node_modules', 'processes', 'sandboxes'])

/** Keys and logins: only included on request. */
const secrets = new Set(['.env', 'auth.json', 'auth-cooldowns.json'])

/** Whether a backup excludes this file or folder, relative to the home. */
export function isLeftOut(path: string): boolean {
  const name = placeInHome(path).first.toLowerCase()
  // WAL files and earlier contents belong to one specific store file.
  return left.has(name) || /^state\.db[.-]/.test(name)
}

export function isSecret(path: string): boolean {
  return secrets.has(placeInHome(path).rest)
}

/** Whether it is the session store of the home or of a profile. */
export function isStore(path: string): boolean {
  return placeInHome(path).rest === 'state.db'
}

/** Whether some file systems would treat it as a store, or as the folder of one, although it is not. */
export function isLikeStore(path: string): boolean {
  return placeInHome(path).first.toLowerCase() === 'state.db' && !isStore(path)
}

/** The unit that is restored as a whole: a file or folder directly in the home or in a profile. */
export function unitOf(path: string): string {
  const { profile, first } = placeInHome(path)
  return /^profiles\/[^/]+$/.test(path) ? path : profile + first
}

/** Why a name must not occur in a backup; `undefined` if it may. */
export function problemOfName(name: string): string | undefined {
  if (name === '') return 'is empty'
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(name)) return 'holds a control character'
  if (!name.isWellFormed() || name.includes('\ufffd')) return 'is not valid text'
  if (name.includes('\\')) return 'holds a backslash'
  if (name.startsWith('/') || /^[a-z]:/i.test(name)) return 'is an absolute path'
  const segments = name.replace(/\/$/, '').split('/')
  if (segments.some((segment) => segment === '..' || segment === '.')) return 'leads out of its folder'
  if (segments.includes('')) return 'has an empty part'
  if (Buffer.byteLength(name) > longestName) return `is longer than ${longestName} bytes`
  if (segments.some((segment) => Buffer.byteLength(segment) > longestSegment)) return 'has a part that is too long'
  return undefined
}

/** Names that may be equal on some file system have the same key. */
export function nameKey(name: string): string {
  return name.replace(/\/$/, '').normalize('NFC').toLowerCase().normalize('NFC')
}

/** A profile is a home inside the home. */
function placeInHome(path: string): { readonly profile: string; readonly first: string; readonly rest: string } {
  const [, profile = '', rest = path] = /^(profiles\/[^/]+\/)(.+)$/.exec(path) ?? []
  return { profile, first: rest.split('/')[0] ?? rest, rest }
}
