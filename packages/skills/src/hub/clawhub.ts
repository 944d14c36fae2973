import { HermesError } from '@hermes/core'
import { oneLine } from '@hermes/safety'
import { extractArchive } from '@hermes/safety/archive'
import * as z from 'zod'
import { checkHashes } from './check-hashes.js'
import { requireBytes, requireJson } from './download.js'
import { clawHubId } from './hub-ids.js'
import type { HubQuery, HubServices, HubSkill } from './hub-skill.js'

const listed = z.object({
  slug: z.string().min(1),
  displayName: z.string().nullish(),
  summary: z.string().nullish(),
  ownerHandle: z.string().nullish(),
  owner: z.object({ handle: z.string().nullish() }).nullish(),
  source: z.string().optional(),
  downloads: z.number().nullish(),
  stats: z.object({ downloads: z.number().optional() }).nullish().catch(undefined),
})
const found = z.object({ results: z.array(listed.or(z.unknown().transform(() => undefined))) })
const list = z.object({ items: z.array(listed) })
const detail = z.object({
  latestVersion: z.object({ version: z.string() }).nullish(),
  moderation: z.object({ isMalwareBlocked: z.boolean().optional(), summary: z.string().nullish() }).nullish(),
})
const version = z.object({
  version: z.object({
    files: z.array(z.object({ path: z.string(), sha256: z.string() })),
  }),
})

const limits = { entries: 2_000, totalBytes: 50 * 2 ** 20, fileBytes: 10 * 2 ** 20 }

/** Searches ClawHub, or lists its first entries. */
export async function searchClawHub(
  query: HubQuery,
  { addresses, download }: HubServices,
): Promise<readonly HubSkill[]> {
  const { words, limit, signal } = query
  const from = `${addresses.clawhub}/api/v1`
  const request = { download, signal }
  const entries =
    words === ''
      ? (await requireJson(`${from}/skills?limit=${limit}&sort=trending`, list, request)).items
      : (await requireJson(`${from}/search?q=${encodeURIComponent(words)}&limit=${limit}`, found, request)).results
  return entries.flatMap((entry) => {
    // Entries of other registries are found through those registries.
    if (!entry || (entry.source ?? 'clawhub') !== 'clawhub') return []
    const owner = entry.ownerHandle ?? entry.owner?.handle
    return {
      hub: 'clawhub' as const,
      name: entry.slug,
      description: oneLine(entry.summary ?? entry.displayName ?? '', 300),
      source: `clawhub:${owner ? `${owner}/` : ''}${entry.slug}`,
      installs: entry.downloads ?? entry.stats?.downloads,
    }
  })
}

/**
 * Downloads the newest version of a skill and compares each file with the hash that ClawHub lists.
 * @throws {HermesError} `skill/source`; `skill/refused` for a skill that ClawHub blocks or a wrong hash.
 */
export async function fetchClawHub(
  id: string,
  folder: string,
  { addresses, download, signal }: HubServices & { readonly signal: AbortSignal },
): Promise<void> {
  const [, owner, slug = ''] = clawHubId.exec(id) ?? []
  const from = `${addresses.clawhub}/api/v1`
  const by = owner === undefined ? '' : `?ownerHandle=${encodeURIComponent(owner)}`
  const path = `${from}/skills/${encodeURIComponent(slug)}`
  const { latestVersion, moderation } = await requireJson(`${path}${by}`, detail, { download, signal })
  if (moderation?.isMalwareBlocked)
    throw new HermesError('skill/refused', `ClawHub blocks the skill "${slug}" as malware.`)
  if (!latestVersion) throw new HermesError('skill/source', `ClawHub has no version of the skill "${slug}".`)
  const number = encodeURIComponent(latestVersion.version)
  const { files } = (await requireJson(`${path}/versions/${number}${by}`, version, { download, signal })).version
  const archive = `${from}/download?slug=${encodeURIComponent(slug)}&version=${number}${by.replace('?', '&')}`
  const bytes = await requireBytes(archive, download, { mostBytes: limits.totalBytes, signal })
  await extractArchive(bytes, folder, { limits, signal })
  await checkHashes(folder, Object.fromEntries(files.map(({ path: file, sha256 }) => [file, sha256])), 'ClawHub')
}
