import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type HomePaths, homePaths } from '@hermes/runtime'
import { isMissing } from '@hermes/safety'

/** A copy of a home's settings, which a dry run may change. */
export interface ScratchHome extends AsyncDisposable {
  readonly paths: HomePaths
}

/** Copies settings and keys to the cache of the home, readable by its owner only. */
export async function makeScratchHome(paths: HomePaths): Promise<ScratchHome> {
  await mkdir(paths.cache, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(paths.cache, 'import-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const scratch = homePaths(folder)
    for (const path of [paths.config, paths.env, join(paths.home, 'auth.json')]) {
      await copyFile(path, join(folder, basename(path))).catch((error: unknown) => {
        if (!isMissing(error)) throw error
      })
    }
    return { paths: scratch, [Symbol.asyncDispose]: remove }
  } catch (error) {
    await remove()
    throw error
  }
}
