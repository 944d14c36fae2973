import { silentLogger } from '@hermes/core'
import { type HomePaths, loadConfig, skillPlaces, usedPlugins } from '@hermes/runtime'
import { createSkillIndex, indexFolder } from '@hermes/skills'
import type { Io } from '../io.js'
import { bundledSkills } from './bundled-skills.js'

export interface ListSkillsOptions {
  readonly paths: HomePaths
  readonly io: Pick<Io, 'env' | 'workingDirectory'>
}

/** Lists the skills of a home, without those of servers. */
export async function listSkills({ paths, io }: ListSkillsOptions) {
  const { config, variables } = await loadConfig({ paths, variables: io.env })
  const { places } = await skillPlaces({
    paths,
    settings: config.skills,
    plugins: usedPlugins(config.installed_plugins),
    variables,
    workingDirectory: io.workingDirectory,
    ...bundledSkills(),
  })
  const index = createSkillIndex({ places, cacheFolder: indexFolder(paths.cache), logger: silentLogger })
  return (await index.loadAll()).list
}
