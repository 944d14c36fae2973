import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const runtime = '../../packages/runtime/src'
const state = '../../packages/state/src'

/** Features that are off unless something is configured, and load much. */
const rare = ['mcp']

/** The modules that opening an agent imports when nothing is configured. Paths are relative to the folder of an app. */
export function agentModules(app: string): readonly string[] {
  const features = readdirSync(join(app, runtime, 'features'))
    .filter((name) => !rare.includes(name))
    .map((name) => `${runtime}/features/${name}/create.ts`)
    .filter((path) => existsSync(join(app, path)))
  return [
    `${runtime}/surface/open-shared-home.ts`,
    ...features,
    `${state}/sqlite/sqlite-store.ts`,
    `${state}/connection/driver/node-database.ts`,
  ]
}
