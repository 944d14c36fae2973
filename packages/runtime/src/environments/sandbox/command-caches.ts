import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Replacement } from '@hermes/environments/sandbox'

/** Relative to a home: caches that tools write while they build. */
const buildCaches = ['.cache', '.npm', '.gradle']
/** Relative to a home: downloads. */
const downloads = [
  ...['.bun/install/cache', '.cargo/git', '.cargo/registry', '.local/share/pnpm/store', '.m2/repository'],
  ...['.nuget/packages', '.yarn', 'go/pkg'],
]
/** Relative to `.cache`: programs and models that are downloaded once and only read afterwards. */
const readThrough = ['Cypress', 'electron', 'huggingface', 'ms-playwright', 'prisma', 'puppeteer', 'torch']

interface ReplacedCachesOptions {
  readonly home: string
  /** The caches of commands. */
  readonly folder: string
  readonly hasNetwork: boolean
}

/**
 * Commands have their own persistent caches, because the user would run what they put into the user's caches. Without a network, the
 * user's downloads are available read-only.
 */
export function replacedCaches({ home, folder, hasNetwork }: ReplacedCachesOptions): readonly Replacement[] {
  const names = [...buildCaches, ...(hasNetwork ? downloads : [])]
  return names
    .filter((name) => isThere(join(home, name), home))
    .map((name) => ({ folder: join(home, name), by: join(folder, name) }))
}

/** Parts of the user's caches that commands read. */
export function readableCaches(home: string): readonly string[] {
  return readThrough.map((name) => join(home, '.cache', name))
}

/** Created if the tool has been used: a folder that does not exist cannot be mounted over. */
function isThere(path: string, home: string): boolean {
  if (existsSync(path)) return true
  const parent = dirname(path)
  const isWanted = parent === home ? path.endsWith('/.cache') || path.endsWith('/.npm') : existsSync(parent)
  if (!isWanted) return false
  try {
    mkdirSync(path, { mode: 0o755 })
    return true
  } catch {
    // Without a writable home there are no caches.
    return false
  }
}
