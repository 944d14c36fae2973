import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureHome, type HomePaths } from './home-paths.js'

/**
 * Makes the home where it is missing, and ends a restore in it that a crash cut short: what is read from here on is the old
 * home or the new one, and never a mixture.
 * @throws {ConfigError} when the home cannot be used.
 */
export async function prepareHome(paths: HomePaths): Promise<void> {
  await ensureHome(paths)
  for (const home of homesAbove(paths.home)) {
    if (!existsSync(join(home, '.restore'))) continue
    const { finishRestore, restoreSqliteStore } = await import('./restore/index.js')
    await finishRestore(home, restoreSqliteStore)
  }
}

/** A profile's home is restored with the one that it is in. */
function homesAbove(home: string): readonly string[] {
  const [, root] = /^(.+)[/\\]profiles[/\\][^/\\]+$/.exec(home) ?? []
  return root === undefined ? [home] : [root, home]
}
