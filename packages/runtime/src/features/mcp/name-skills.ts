import type { RemoteSkill } from '@hermes/mcp'

/** A skill of a server with its name in Hermes. */
export interface NamedSkill {
  /** The name: `hub:deploy`, or `hub:acme/billing/deploy` if the server has several skills with that name. */
  readonly name: string
  readonly skill: RemoteSkill
}

/** Names the skills of a server. The name of the server comes first, so that its skills cannot replace others. */
export function nameSkills(server: string, skills: readonly RemoteSkill[]): readonly NamedSkill[] {
  const counts = new Map<string, number>()
  for (const { frontmatter } of skills) counts.set(frontmatter.name, (counts.get(frontmatter.name) ?? 0) + 1)
  return skills.map((skill) => {
    const { name } = skill.frontmatter
    return { name: `${server}:${counts.get(name) === 1 ? name : pathOf(skill)}`, skill }
  })
}

const manifest = '/SKILL.md'

/** Returns the files of a skill by their paths in its folder, SKILL.md first. */
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
    // The name contains a percent sign itself.
    return path
  }
}

/** Returns the path in an address, such as `acme/billing/refunds` in `skill://acme/billing/refunds/SKILL.md`. */
function pathOf({ uri }: RemoteSkill): string {
  return uri.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '').slice(0, -manifest.length)
}
