import type { ContentOrigin } from '@hermes/core'
import type { SkillEntry, SkillTrust } from '@hermes/skills'

/** Determines who wrote a skill: by its location, and for skills of the home by the lock file of installed skills. */
export function skillTrust(folder: string): (entry: SkillEntry) => Promise<SkillTrust> {
  return async ({ origin, name }) => {
    if (origin === 'bundled') return 'builtin'
    if (origin === 'plugin') return 'community'
    if (origin !== 'home') return 'local'
    const { readLock } = await import('@hermes/skills')
    return (await readLock(folder))[name]?.trust ?? 'local'
  }
}

/** Returns the source from which a skill of the home was installed. A copy of a bundled skill was not installed. */
export async function sourceOf(name: string, folder: string): Promise<string | undefined> {
  const { bundledSource, readLock } = await import('@hermes/skills')
  const source = (await readLock(folder))[name]?.source
  return source === bundledSource ? undefined : source
}

/** Returns the origin of a skill's text: its source, or the owner. */
export async function originsOf(
  { origin, name, plugin }: SkillEntry,
  folder: string,
): Promise<readonly ContentOrigin[]> {
  if (plugin !== undefined) return [{ kind: 'skill', name: `plugin ${plugin.name}` }]
  const source = origin === 'home' ? await sourceOf(name, folder) : undefined
  return source === undefined ? [] : [{ kind: 'skill', name: `${source} ${name}` }]
}
