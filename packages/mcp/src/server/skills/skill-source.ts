import { describeError } from '@hermes/core'
import {
  SKILL_LIMITS,
  type Skill,
  type SkillReadResult,
  type SkillSource,
  skillEntry,
} from '@modelcontextprotocol/server/ext/skills'
import type { ServedSkill, SkillHost } from './skill-host.js'

/** Number of skills on a page. Each is read to be hashed. */
const perPage = 50
/** Number of skills that clients without the extension see as resources. */
const mostResources = 200

/** Provides skills as the SDK serves them. They are read for each request, so that a change is visible at once. */
export function skillSource(host: SkillHost, onWarning: (sentence: string) => void): SkillSource {
  const told = new Set<string>()

  /** Returns the entry of a skill, or `undefined` if it is not in the strict format. */
  async function entryOf(skill: ServedSkill): Promise<Skill | undefined> {
    try {
      return await skillEntry(skill.name, await filesOf(skill))
    } catch (error) {
      const sentence = `The skill "${skill.name}" is not served: ${describeError(error)}`
      if (!told.has(sentence)) onWarning(sentence)
      told.add(sentence)
      return undefined
    }
  }

  async function entriesOf(skills: readonly ServedSkill[]): Promise<Skill[]> {
    const entries = await Promise.all(skills.map(entryOf))
    return entries.filter((entry) => entry !== undefined)
  }

  async function find(uri: string): Promise<{ readonly skill: ServedSkill; readonly path: string } | undefined> {
    const { name, path } = parseUri(uri) ?? {}
    const skill = (await sorted(host)).find((each) => each.name === name)
    return skill && path !== undefined ? { skill, path } : undefined
  }

  return {
    async list({ cursor = '' }) {
      const rest = (await sorted(host)).filter(({ name }) => name > cursor)
      const page = rest.slice(0, perPage)
      const last = rest.length > page.length ? page.at(-1) : undefined
      return { skills: await entriesOf(page), ...(last && { nextCursor: last.name }) }
    },
    async get(uri) {
      const found = await find(uri)
      return found?.path === manifest ? entryOf(found.skill) : undefined
    },
    async read(uri): Promise<SkillReadResult | undefined> {
      const found = await find(uri)
      if (!found || !(await found.skill.files()).includes(found.path)) return undefined
      return toContent(found.path, await found.skill.read(found.path))
    },
    async listResources() {
      const entries = await entriesOf((await sorted(host)).slice(0, mostResources))
      return entries.map(({ uri, frontmatter: { name, description } }) => ({
        uri,
        name,
        description,
        mimeType: markdown,
      }))
    },
  }
}

const scheme = 'skill://'
const manifest = 'SKILL.md'
const markdown = 'text/markdown'

async function sorted(host: SkillHost): Promise<readonly ServedSkill[]> {
  return [...(await host.list())].sort((left, right) => (left.name < right.name ? -1 : 1))
}

async function filesOf(skill: ServedSkill): Promise<Record<string, Uint8Array>> {
  const paths = await skill.files()
  if (paths.length > SKILL_LIMITS.files) throw new RangeError(`It has ${paths.length} files.`)
  const files: Record<string, Uint8Array> = {}
  let total = 0
  for (const path of paths) {
    const bytes = await skill.read(path)
    total += bytes.length
    if (total > SKILL_LIMITS.bytes) throw new RangeError(`It has more than ${SKILL_LIMITS.bytes} bytes.`)
    files[path] = bytes
  }
  return files
}

function parseUri(uri: string): { readonly name: string; readonly path: string } | undefined {
  if (!uri.startsWith(scheme)) return undefined
  try {
    const [name = '', ...path] = uri.slice(scheme.length).split('/').map(decodeURIComponent)
    return { name, path: path.join('/') }
  } catch {
    // No URI of a file has a broken escape.
    return undefined
  }
}

/** Returns text if decoding preserves it, and bytes otherwise, because the client hashes what it receives. */
function toContent(path: string, bytes: Uint8Array): SkillReadResult {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return { text, mimeType: /\.(?:md|markdown)$/i.test(path) ? markdown : 'text/plain' }
  } catch {
    return { bytes, mimeType: 'application/octet-stream' }
  }
}
