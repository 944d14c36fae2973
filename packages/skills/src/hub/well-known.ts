import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { HermesError } from '@hermes/core'
import { oneLine } from '@hermes/safety'
import { extractArchive } from '@hermes/safety/archive'
import * as z from 'zod'
import { isSkillName } from '../format/index.js'
import { checkDigest } from './check-hashes.js'
import { type Download, requireBytes, requireJson } from './download.js'
import type { HubSkill } from './hub-skill.js'
import { isInnerPath } from './is-inner-path.js'

/** Version 0.2 of the agentskills.io discovery has `url` and `digest`, the previous version has `files`. */
const entry = z.object({
  name: z.string(),
  description: z.string().catch(''),
  type: z.string().optional(),
  url: z.string().optional(),
  digest: z.string().optional(),
  files: z.array(z.string().refine(isInnerPath)).max(200).optional(),
})
const index = z.object({ skills: z.array(entry).max(1_000) })
type Entry = z.output<typeof entry>

/** The paths, in the order in which they are tried. */
const paths = ['/.well-known/agent-skills/index.json', '/.well-known/skills/index.json']
const limits = { entries: 2_000, totalBytes: 50 * 2 ** 20, fileBytes: 10 * 2 ** 20 }

export interface WellKnownRequest {
  readonly download: Download
  readonly signal: AbortSignal
}

/** Returns the skills that a site lists for agents. @param site Its address, or that of its index. */
export async function listWellKnown(site: string, request: WellKnownRequest): Promise<readonly HubSkill[]> {
  const { address, skills } = await readIndex(site, request)
  return skills.map(({ name, description }) => ({
    hub: 'well-known',
    name,
    description: oneLine(description, 300),
    source: `${address}#${name}`,
  }))
}

/**
 * Downloads the skill with this name, or all skills, each into a folder with its name.
 * @throws {HermesError} `skill/source`; `skill/refused` when a file does not have the digest in the index.
 */
export async function fetchWellKnown(
  { site, name }: { readonly site: string; readonly name: string },
  folder: string,
  request: WellKnownRequest,
): Promise<void> {
  const { address, skills } = await readIndex(site, request)
  for (const skill of skills.filter((each) => name === '' || each.name === name)) {
    await fetchEntry(skill, new URL(address), join(folder, skill.name), request)
  }
}

async function readIndex(
  site: string,
  request: WellKnownRequest,
): Promise<{ readonly address: string; readonly skills: readonly Entry[] }> {
  const { origin, pathname } = new URL(site)
  const base = pathname.replace(/\/$/, '')
  const addresses = pathname.endsWith('/index.json') ? [site] : paths.map((path) => `${origin}${base}${path}`)
  let failure: unknown
  for (const address of addresses) {
    try {
      const { skills } = await requireJson(address, index, request)
      return { address, skills: skills.filter(({ name }) => isSkillName(name)) }
    } catch (error) {
      request.signal.throwIfAborted()
      failure ??= error
    }
  }
  throw failure
}

async function fetchEntry(entry: Entry, address: URL, folder: string, request: WellKnownRequest): Promise<void> {
  const { name, url, digest, type, files } = entry
  await mkdir(folder, { recursive: true })
  if (url === undefined) {
    for (const path of files ?? ['SKILL.md']) await save(path, await get(new URL(`${name}/${path}`, address)))
    return
  }
  const from = new URL(url, address)
  if (from.protocol !== address.protocol)
    throw new HermesError('skill/source', `${from.href} is no address on the web.`)
  if (digest === undefined && from.origin !== address.origin)
    throw new HermesError(
      'skill/refused',
      `${address.host} refers to ${from.host} without a hash: it was not installed.`,
    )
  const bytes = await get(from)
  if (digest !== undefined) checkDigest(bytes, digest, address.host, name)
  if (type === 'archive') await extractArchive(bytes, folder, { limits, signal: request.signal })
  else await save('SKILL.md', bytes)

  function get(from: URL): Promise<Uint8Array> {
    return requireBytes(from.href, request.download, { mostBytes: limits.totalBytes, signal: request.signal })
  }

  async function save(path: string, bytes: Uint8Array): Promise<void> {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), bytes)
  }
}
