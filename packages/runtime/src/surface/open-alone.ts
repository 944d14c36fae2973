import { openCredentials } from '../auth/credential-book.js'
import { createCleanup } from '../cleanup.js'
import { ensureHome } from '../home/home-paths.js'
import { openHome } from '../home/open-home.js'
import type { Runtime, RuntimeOptions } from '../runtime.js'
import { openSurface } from './open-surface.js'

/** A home for one surface alone, under settings that do not change. */
export async function openAlone(options: RuntimeOptions): Promise<Runtime> {
  const { paths, config, variables, workingDirectory, surface } = options
  await ensureHome(paths)
  const credentials = options.credentials ?? (await openCredentials(paths, variables))
  const snapshot = { config, variables, credentials }
  await using opening = createCleanup()
  const home = opening.use(await openHome({ paths, snapshot, canRestart: surface.canRestart ?? false }))
  const runtime = opening.use(await openSurface(home, { surface, workingDirectory, snapshot }))
  const ending = opening.move()
  return { ...runtime, [Symbol.asyncDispose]: () => ending[Symbol.asyncDispose]() }
}
