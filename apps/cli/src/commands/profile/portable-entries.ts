/**
 * Entries that belong to a profile on any machine: settings, instructions, memories, skills. Keys, logins, sessions, logs and caches are not
 * listed, so they are never exported.
 */
export const portableEntries = [
  'config.yaml',
  'SOUL.md',
  'memories',
  'skills',
  'skill-bundles',
  'scripts',
  'plugins',
] as const

/** Returns why an entry of an archive is rejected, as the end of a sentence that starts with its name. */
export function problemOfPortable(path: string): string | undefined {
  const [first = ''] = path.split('/')
  if (first === manifestName || portableEntries.some((entry) => entry === first)) return undefined
  return 'does not belong in a profile'
}

/** Name of the file that describes an export. */
export const manifestName = 'profile.json'
