/**
 * What belongs to a profile wherever it is: settings, instructions, memories, skills. Keys, logins, sessions, logs and caches are not in
 * the list, and so are never exported.
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

/** Why an entry of an archive is refused, as the end of a sentence that starts with its name. */
export function problemOfPortable(path: string): string | undefined {
  const [first = ''] = path.split('/')
  if (first === manifestName || portableEntries.some((entry) => entry === first)) return undefined
  return 'does not belong in a profile'
}

/** Describes an export. */
export const manifestName = 'profile.json'
