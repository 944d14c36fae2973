import { silentLogger } from '@hermes/core'
import { loadConfig, skillPlaces, usedPlugins } from '@hermes/runtime'
import { createSkillIndex, indexFolder } from '@hermes/skills'
import { bundledSkills } from '../../../setup/bundled-skills.js'
import type { ValueSource } from './value-source.js'

export const skillValues: ValueSource = async ({ paths, io }) => {
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
  return (await index.loadAll()).list.map(({ name, description }) => ({ word: name, description }))
}
