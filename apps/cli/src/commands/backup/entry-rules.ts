/** Folder of the home's files in a backup. */
export const homeFolder = 'home/'

/** Name of the only entry that is not a file of the home. */
export const manifestName = 'manifest.json'

/** Temporary and derived files, and the keys of encrypted chats, which break when an older state is reused. */
const left = new Set([
  '.restore',
  'backups',
  'cache',
  'checkpoints',
  'logs',
  'matrix',
  'node_modules',
  'processes',
  'sandboxes',
])

/** Keys and logins, which are included only on request. */
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

/** Whether a path is the session store of the home or of a profile. */
export function isStore(path: string): boolean {
  return placeInHome(path).rest === 'state.db'
}

/** Whether some file systems would treat a path as a store, or as the folder of one, although it is neither. */
function isLikeStore(path: string): boolean {
  return placeInHome(path).first.toLowerCase() === 'state.db' && !isStore(path)
}

/** Returns the unit that is restored as a whole: a file or folder directly in the home or in a profile. */
export function unitOf(path: string): string {
  const { profile, first } = placeInHome(path)
  return /^profiles\/[^/]+$/.test(path) ? path : profile + first
}

/** Returns why an entry does not belong in a backup, as the end of a sentence that starts with its name. */
export function problemOfEntry(name: string): string | undefined {
  if (name === manifestName || `${name}/` === homeFolder) return undefined
  const path = name.slice(homeFolder.length)
  const isOfHome = name.startsWith(homeFolder) && !isLeftOut(path) && !isLikeStore(path)
  return isOfHome ? undefined : 'does not belong in a backup'
}

/** A profile is a home inside the home. */
function placeInHome(path: string): { readonly profile: string; readonly first: string; readonly rest: string } {
  const [, profile = '', rest = path] = /^(profiles\/[^/]+\/)(.+)$/.exec(path) ?? []
  return { profile, first: rest.split('/')[0] ?? rest, rest }
}
