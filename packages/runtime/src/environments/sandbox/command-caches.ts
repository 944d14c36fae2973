import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Replacement } from '@hermes/environments/sandbox'

/** Caches that tools write while they build, relative to a home. */
const buildCaches = ['.cache', '.npm', '.gradle']
/** Downloads, relative to a home. */
const downloads = [
  ...['.bun/install/cache', '.cargo/git', '.cargo/registry', '.local/share/pnpm/store', '.m2/repository'],
  ...['.nuget/packages', '.yarn', 'go/pkg'],
]
/** Programs and models that are downloaded once and then only read, relative to `.cache`. */
const readThrough = ['Cypress', 'electron', 'huggingface', 'ms-playwright', 'prisma', 'puppeteer', 'torch']

interface ReplacedCachesOptions {
  readonly home: string
  /** The folder for the caches of commands. */
  readonly folder: string
  readonly hasNetwork: boolean
}

/**
 * Returns the caches of the user that are replaced for commands. Commands have separate persistent caches, because the user would run what
 * they put into the user's caches. Without a network, the user's downloads are available read-only.
 */
export function replacedCaches({ home, folder, hasNetwork }: ReplacedCachesOptions): readonly Replacement[] {
  const names = [...buildCaches, ...(hasNetwork ? downloads : [])]
  return names
    .filter((name) => isThere(join(home, name), home))
    .map((name) => ({ folder: join(home, name), by: join(folder, name) }))
}

/** Returns the parts of the user's caches that commands may read. */
export function readableCaches(home: string): readonly string[] {
  return readThrough.map((name) => join(home, '.cache', name))
}

/** Whether a cache exists. If the tool has been used, the cache is created, because a folder that does not exist cannot be mounted over. */
function isThere(path: string, home: string): boolean {
  if (existsSync(path)) return true
  const parent = dirname(path)
  const isWanted = parent === home ? path.endsWith('/.cache') || path.endsWith('/.npm') : existsSync(parent)
  if (!isWanted) return false
  try {
    mkdirSync(path, { mode: 0o755 })
    return true
  } catch {
    // Without a writable home, there are no caches.
    return false
  }
}
