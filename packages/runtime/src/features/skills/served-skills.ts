import { join } from 'node:path'
import { HermesError, type Logger } from '@hermes/core'
import type { ServedSkill, SkillHost } from '@hermes/mcp'
import { createScan } from '@hermes/safety/scan'
import { createSkillIndex, indexFolder, listSkillFiles, readSkillFile, type SkillEntry } from '@hermes/skills'
import type { HomePaths, Variables } from '../../home/home-paths.js'
import type { Config } from '../../schema/config-schema.js'
import { reviewer } from './review-skill.js'
import { skillPlaces } from './skill-places.js'
import { skillTrust } from './skill-trust.js'

export interface ServedSkillsOptions {
  readonly paths: HomePaths
  readonly settings: Config['skills']
  readonly variables: Variables
  readonly logger: Logger
}

/** One byte more than the extension allows for a whole skill. */
const mostBytes = 16 * 2 ** 20 + 1

/**
 * Returns the skills of the home and of `skills.external_dirs` that an agent would use here. Skills of Hermes itself, of plugins
 * and of projects are not served.
 */
export async function servedSkills({ paths, settings, variables, logger }: ServedSkillsOptions): Promise<SkillHost> {
  const { places } = await skillPlaces({ paths, settings: { ...settings, project_discovery: false }, variables })
  const index = createSkillIndex({ places, cacheFolder: indexFolder(paths.cache), logger })
  const review = reviewer({
    trustOf: skillTrust(join(paths.home, 'skills')),
    allowed: settings.allowed,
    scan: createScan(),
  })
  const disabled = new Set(settings.disabled)
  const told = new Set<string>()

  async function isFine(entry: SkillEntry): Promise<boolean> {
    try {
      await review(entry, entry.description)
      return true
    } catch (error) {
      if (!HermesError.is(error) || error.code !== 'skill/refused') throw error
      if (!told.has(entry.name)) logger.log('warn', `The skill "${entry.name}" is not served. ${error.message}`)
      told.add(entry.name)
      return false
    }
  }

  return {
    async list() {
      const { list } = await index.load()
      const used = list.filter(({ name }) => !disabled.has(name))
      const fine = await Promise.all(used.map(isFine))
      return used.filter((_, at) => fine[at]).map(toServed)
    },
  }
}

function toServed({ name, folder }: SkillEntry): ServedSkill {
  return {
    name,
    files: async () => (await listSkillFiles(folder)).filter(({ kind }) => kind === 'file').map(({ path }) => path),
    read: async (path) => (await readSkillFile(folder, path, mostBytes)).bytes,
  }
}
