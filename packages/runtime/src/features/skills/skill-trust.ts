import type { ContentOrigin } from '@hermes/core'
import type { SkillEntry, SkillTrust } from '@hermes/skills'

/** Tells who wrote a skill: by where it is, and for skills of the home by the lock of those that were installed. */
export function skillTrust(folder: string): (entry: SkillEntry) => Promise<SkillTrust> {
  return async ({ origin, name }) => {
    if (origin === 'bundled') return 'builtin'
    if (origin === 'plugin') return 'community'
    if (origin !== 'home') return 'local'
    const { readLock } = await import('@hermes/skills')
    return (await readLock(folder))[name]?.trust ?? 'local'
  }
}

/** Where a skill of the home was installed from, if it was. A copy of a bundled one was not. */
export async function sourceOf(name: string, folder: string): Promise<string | undefined> {
  const { bundledSource, readLock } = await import('@hermes/skills')
  const source = (await readLock(folder))[name]?.source
  return source === bundledSource ? undefined : source
}

/** Whose text a skill is: that of its source, or of the owner. */
export async function originsOf(
  { origin, name, plugin }: SkillEntry,
  folder: string,
): Promise<readonly ContentOrigin[]> {
  if (plugin !== undefined) return [{ kind: 'skill', name: `plugin ${plugin.name}` }]
  const source = origin === 'home' ? await sourceOf(name, folder) : undefined
  return source === undefined ? [] : [{ kind: 'skill', name: `${source} ${name}` }]
}
