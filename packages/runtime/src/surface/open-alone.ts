import { openCredentials } from '../auth/credential-book.js'
import { fixedConfig } from '../config/live/live-config.js'
import { ensureHome } from '../home/ensure-home.js'
import type { Runtime } from '../runtime.js'
import type { RuntimeOptions } from '../runtime-options.js'
import { openHome } from './open-home.js'
import { openSurface } from './open-surface.js'

/** Opens a home for a single surface, with fixed settings. */
export async function openAlone(options: RuntimeOptions): Promise<Runtime> {
  const { paths, config, variables, pinned = new Set(), workingDirectory, surface, bundledSkills } = options
  await ensureHome(paths)
  const credentials = options.credentials ?? (await openCredentials(paths, variables))
  const snapshot = { config, variables, credentials, pinned }
  const home = await openHome({ paths, snapshot, bundledSkills })
  return openSurface(home, { surface, workingDirectory, settings: fixedConfig(snapshot), ownsHome: true })
}
