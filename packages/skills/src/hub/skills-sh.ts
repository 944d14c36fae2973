import * as z from 'zod'
import { requireJson } from './download.js'
import type { HubQuery, HubServices, HubSkill } from './hub-skill.js'

const answer = z.object({
  skills: z.array(
    z.object({
      skillId: z.string(),
      name: z.string(),
      source: z.string(),
      installs: z.number().nullish(),
    }),
  ),
})

/** Minimum length of a query. The hub refuses shorter ones. */
const shortestQuery = 2

/** Searches skills.sh, which lists skills in GitHub repositories. Without a query, it has no list. */
export async function searchSkillsSh(
  query: HubQuery,
  { addresses, download }: HubServices,
): Promise<readonly HubSkill[]> {
  const { words, limit, signal } = query
  if (words.length < shortestQuery) return []
  const address = `${addresses['skills-sh']}/api/search?q=${encodeURIComponent(words)}&limit=${limit}`
  const { skills } = await requireJson(address, answer, { download, signal })
  return skills.flatMap(({ skillId, name, source, installs }) =>
    /^[\w.-]+\/[\w.-]+$/.test(source)
      ? {
          hub: 'skills-sh' as const,
          name,
          description: '',
          source: `skills-sh:${source}/${skillId}`,
          installs: installs ?? undefined,
        }
      : [],
  )
}
