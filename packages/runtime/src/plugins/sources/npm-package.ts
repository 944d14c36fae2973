import { createHash, timingSafeEqual } from 'node:crypto'
import { HermesError } from '@hermes/core'
import { type Download, requireBytes, requireJson } from '@hermes/skills/hub'
import * as z from 'zod'

export interface NpmServices {
  readonly download: Download
  /** Returns the address of the registry. */
  readonly registry: () => Promise<string>
}

/** A version of a package, with the hash of its archive. */
export interface NpmPackage {
  readonly version: string
  /** The hash of the archive: `sha512-...`. */
  readonly integrity: string
  readonly bytes: Uint8Array
}

const packument = z.object({
  'dist-tags': z.record(z.string(), z.string()).default({}),
  versions: z.record(
    z.string(),
    z.object({ dist: z.object({ tarball: z.url({ protocol: /^https?$/ }), integrity: z.string().optional() }) }),
  ),
})

const mostBytes = 50 * 2 ** 20

/**
 * Downloads the archive of a package and compares it with the hash in the registry.
 * @param version A version or a tag. Default: `latest`.
 * @throws {HermesError} `plugin/integrity` when the archive has a different hash, or the registry has none; `skill/source` when the
 * registry cannot be reached or has no such version.
 */
export async function fetchNpmPackage(
  name: string,
  version: string | undefined,
  { download, registry: findRegistry }: NpmServices,
  signal: AbortSignal,
): Promise<NpmPackage> {
  const registry = (await findRegistry()).replace(/\/$/, '')
  const address = `${registry}/${name.replace('/', '%2F')}`
  const { versions, 'dist-tags': tags } = await requireJson(address, packument, { download, signal })
  const wanted = version ?? 'latest'
  const chosen = Object.hasOwn(tags, wanted) ? (tags[wanted] ?? wanted) : wanted
  const found = Object.hasOwn(versions, chosen) ? versions[chosen] : undefined
  if (!found) throw new HermesError('skill/source', `${new URL(registry).host} has no version ${wanted} of ${name}.`)
  const integrity = strongest(found.dist.integrity)
  if (integrity === undefined)
    throw new HermesError('plugin/integrity', `The registry names no hash of ${name} ${chosen} that is strong enough.`)
  const bytes = await requireBytes(found.dist.tarball, download, { mostBytes, signal })
  if (!hasHash(bytes, integrity))
    throw new HermesError(
      'plugin/integrity',
      `The archive of ${name} ${chosen} has another hash than the registry names: it was changed on its way, and nothing was installed.`,
    )
  return { version: chosen, integrity, bytes }
}

const algorithms = ['sha512', 'sha384', 'sha256'] as const

/** Returns the strongest hash of a list. SHA-1 is left out, because it can be forged. */
function strongest(integrity = ''): string | undefined {
  const all = integrity.split(/\s+/)
  return algorithms.flatMap((name) => all.filter((hash) => hash.startsWith(`${name}-`)))[0]
}

function hasHash(bytes: Uint8Array, integrity: string): boolean {
  const [algorithm = '', encoded = ''] = integrity.split('-', 2)
  const actual = createHash(algorithm).update(bytes).digest()
  const wanted = Buffer.from(encoded.split('?', 1).join(), 'base64')
  return actual.length === wanted.length && timingSafeEqual(actual, wanted)
}
