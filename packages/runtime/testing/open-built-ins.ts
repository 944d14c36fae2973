import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Tool } from '@hermes/core'
import { createCleanup } from '@hermes/safety'
import { openCredentials } from '../src/auth/credential-book.js'
import { fixedConfig } from '../src/config/live/live-config.js'
import { loadConfig } from '../src/config/load/load-config.js'
import { ensureHome } from '../src/home/ensure-home.js'
import { homePaths } from '../src/home/home-paths.js'
import type { Feature } from '../src/host.js'
import type { Surface } from '../src/runtime-options.js'
import { openGeneration } from '../src/surface/open-generation.js'
import { openHome } from '../src/surface/open-home.js'
import { type CurrentState, openSurfaceServices } from '../src/surface/surface-services.js'

/** The built-in tools and features, as for a conversation with a person, in a folder with one file. */
export interface BuiltIns extends AsyncDisposable {
  readonly tools: readonly Tool[]
  readonly features: readonly Feature[]
}

export async function openBuiltIns(): Promise<BuiltIns> {
  await using opening = createCleanup()
  const root = await mkdtemp(join(tmpdir(), 'hermes-built-ins-'))
  opening.defer(() => rm(root, { recursive: true, force: true }))
  const workingDirectory = join(root, 'work')
  await mkdir(workingDirectory)
  await writeFile(join(workingDirectory, 'a.txt'), 'apples\n')
  const paths = homePaths(join(root, 'home'))
  await ensureHome(paths)
  const { config, variables } = await loadConfig({ paths, variables: { PATH: process.env.PATH, HOME: root } })
  const snapshot = {
    config,
    variables,
    pinned: new Set<string>(),
    credentials: await openCredentials(paths, variables),
  }
  const home = opening.use(await openHome({ paths, snapshot }))
  // The session of the tool contract: tools may ask whose it is.
  await home.store.sessions.create({ id: 's', source: 'cli', startedAtMs: 0 })
  const surface: Surface = { source: 'cli', keepsRunning: true }
  const currentState: CurrentState = {}
  const options = { surface, workingDirectory, settings: fixedConfig(snapshot) }
  const services = await openSurfaceServices(home, options, currentState, opening)
  const models = await home.models(snapshot, surface)
  currentState.model = await models.choose({})
  const { main, features } = opening.use(await openGeneration({ home, services, snapshot, models, choice: {} }))
  const ending = opening.move()
  return {
    tools: main.registry.list(),
    features: features.features,
    [Symbol.asyncDispose]: () => ending[Symbol.asyncDispose](),
  }
}
