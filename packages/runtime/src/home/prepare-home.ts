import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureHome } from './ensure-home.js'
import type { HomePaths } from './home-paths.js'

/**
 * Creates the home if it is missing, and completes a restore that a crash interrupted, so that later reads see either the old home or the
 * new one.
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

/** Returns the homes to prepare. The home of a profile is restored together with its parent. */
function homesAbove(home: string): readonly string[] {
  const [, root] = /^(.+)[/\\]profiles[/\\][^/\\]+$/.exec(home) ?? []
  return root === undefined ? [home] : [root, home]
}
