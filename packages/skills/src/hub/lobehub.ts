import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { oneLine } from '@hermes/safety'
import * as z from 'zod'
import { toSkillName } from '../format/index.js'
import { requireJson } from './download.js'
import { lobeHubId } from './hub-ids.js'
import type { HubQuery, HubServices, HubSkill } from './hub-skill.js'

const facts = z.object({
  title: z.string().catch(''),
  description: z.string().catch(''),
  tags: z.array(z.string()).catch([]),
})
const agents = z.object({ agents: z.array(z.object({ identifier: z.string(), meta: facts })) })
const agent = z.object({ meta: facts, config: z.object({ systemRole: z.string().min(1) }) })

/** Searches LobeHub, whose whole index is one file. */
export async function searchLobeHub(
  query: HubQuery,
  { addresses, download }: HubServices,
): Promise<readonly HubSkill[]> {
  const { words, limit, signal } = query
  const index = await requireJson(`${addresses.lobehub}/index.json`, agents, { download, signal })
  const wanted = words.toLowerCase().split(/\s+/)
  return index.agents
    .filter(({ identifier, meta }) => {
      const text = [identifier, meta.title, meta.description, ...meta.tags].join(' ').toLowerCase()
      return lobeHubId.test(identifier) && wanted.every((word) => text.includes(word))
    })
    .slice(0, limit)
    .map(({ identifier, meta }) => ({
      hub: 'lobehub',
      name: identifier,
      description: oneLine(meta.description || meta.title, 300),
      source: `lobehub:${identifier}`,
    }))
}

/**
 * Fetches an agent from LobeHub. The text of its role becomes the text of a skill. @throws {HermesError}
 * `skill/source`.
 */
export async function fetchLobeHub(
  id: string,
  folder: string,
  { addresses, download, signal }: HubServices & { readonly signal: AbortSignal },
): Promise<void> {
  const address = `${addresses.lobehub}/${encodeURIComponent(id)}.json`
  const { meta, config } = await requireJson(address, agent, { download, signal })
  const description = oneLine(meta.description || meta.title || id, 1_000)
  const head = `---\nname: ${toSkillName(id)}\ndescription: ${JSON.stringify(description)}\n---`
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'SKILL.md'), `${head}\n\n# ${oneLine(meta.title || id, 200)}\n\n${config.systemRole}\n`)
}
