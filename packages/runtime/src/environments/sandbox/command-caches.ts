import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Replacement } from '@hermes/environments/sandbox'

/** Below a home: what tools write while they build. */
const buildCaches = ['.cache', '.npm', '.gradle']
/** Below a home: what they have downloaded. */
const downloads = [
  ...['.bun/install/cache', '.cargo/git', '.cargo/registry', '.local/share/pnpm/store', '.m2/repository'],
  ...['.nuget/packages', '.yarn', 'go/pkg'],
]
/** Below `.cache`: programs and models that are downloaded once and only read from then on. */
const readThrough = ['Cypress', 'electron', 'huggingface', 'ms-playwright', 'prisma', 'puppeteer', 'torch']

export interface CommandCaches {
  readonly replaced: readonly Replacement[]
  readonly readOnly: readonly string[]
}

interface CommandCachesOptions {
  readonly home: string
  /** Where commands have theirs. */
  readonly folder: string
  readonly hasNetwork: boolean
}

/**
 * Commands have caches of their own, which last: what they put into yours would be run by you. Downloads are your own ones,
 * only to be read, where there is no network to fill others from.
 */
export function commandCaches({ home, folder, hasNetwork }: CommandCachesOptions): CommandCaches {
  const names = [...buildCaches, ...(hasNetwork ? downloads : [])]
  return {
    replaced: names
      .filter((name) => isThere(join(home, name), home))
      .map((name) => ({ folder: join(home, name), by: join(folder, name) })),
    readOnly: readThrough.map((name) => join(home, '.cache', name)),
  }
}

/** Made where the tool that it belongs to has been used: nothing can stand in for a folder that does not exist. */
function isThere(path: string, home: string): boolean {
  if (existsSync(path)) return true
  const parent = dirname(path)
  const isWanted = parent === home ? path.endsWith('/.cache') || path.endsWith('/.npm') : existsSync(parent)
  if (!isWanted) return false
  try {
    mkdirSync(path, { mode: 0o755 })
    return true
  } catch {
    // A home that cannot be written has no caches.
    return false
  }
}
