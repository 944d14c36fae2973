import type { RemoteSkill } from '@hermes/mcp'

/** A skill of a server with the name that it has here. */
export interface NamedSkill {
  /** `hub:deploy`; `hub:acme/billing/deploy` where the server has several skills of that name. */
  readonly name: string
  readonly skill: RemoteSkill
}

/** Names the skills of a server. Its name comes first, so that no skill of it takes the place of another. */
export function nameSkills(server: string, skills: readonly RemoteSkill[]): readonly NamedSkill[] {
  const counts = new Map<string, number>()
  for (const { frontmatter } of skills) counts.set(frontmatter.name, (counts.get(frontmatter.name) ?? 0) + 1)
  return skills.map((skill) => {
    const { name } = skill.frontmatter
    return { name: `${server}:${counts.get(name) === 1 ? name : pathOf(skill)}`, skill }
  })
}

const manifest = '/SKILL.md'

/** The files of a skill by their paths in its folder, SKILL.md first. */
export function filesOf({ uri, resources }: RemoteSkill): readonly { readonly path: string; readonly size: number }[] {
  if (resources === 'dynamic') return []
  const folder = uri.slice(0, -manifest.length + 1)
  const inner = resources.map((each) => ({ path: toPath(each.uri, folder), size: each.size }))
  return inner.toSorted((left, right) => Number(right.path === 'SKILL.md') - Number(left.path === 'SKILL.md'))
}

function toPath(uri: string, folder: string): string {
  const path = uri.startsWith(folder) ? uri.slice(folder.length) : uri
  try {
    return decodeURIComponent(path)
  } catch {
    // A name with a percent sign of its own.
    return path
  }
}

/** `acme/billing/refunds` of `skill://acme/billing/refunds/SKILL.md`. */
function pathOf({ uri }: RemoteSkill): string {
  return uri.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '').slice(0, -manifest.length)
}
