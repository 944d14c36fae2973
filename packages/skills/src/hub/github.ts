import * as z from 'zod'
import { requireJson } from './download.js'
import type { HubQuery, HubServices, HubSkill } from './hub-skill.js'
import { tapPattern } from './tap-pattern.js'

const tree = z.object({ tree: z.array(z.object({ path: z.string(), type: z.string() })) })

/** Searches the names of the skills in a GitHub repository, with one request in total rather than one per skill. */
export async function searchTap(
  tap: string,
  { words, limit, signal }: HubQuery,
  { addresses, download }: HubServices,
): Promise<readonly HubSkill[]> {
  const [, owner = '', repository = '', inner = ''] = tapPattern.exec(tap) ?? []
  const address = `${addresses.github}/repos/${owner}/${repository}/git/trees/HEAD?recursive=1`
  const files = (await requireJson(address, tree, { download, signal })).tree
  const wanted = words.toLowerCase().split(/\s+/)
  const top = inner === '' ? '' : `${inner.slice(1)}/`
  return files
    .flatMap(({ path, type }) => {
      const [, folder = ''] = /^(.+)\/SKILL\.md$/i.exec(path) ?? []
      const isWanted = wanted.every((word) => folder.toLowerCase().includes(word))
      return type === 'blob' && folder !== '' && folder.startsWith(top) && isWanted ? [folder] : []
    })
    .slice(0, limit)
    .map((folder) => ({
      hub: 'github',
      name: folder.slice(folder.lastIndexOf('/') + 1),
      description: '',
      source: `${owner}/${repository}/${folder}`,
    }))
}
