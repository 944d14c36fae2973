import { join } from 'node:path'
import { HermesError } from '@hermes/core'
import { scanText } from '@hermes/safety/scan'
import {
  createSkillIndex,
  createSkillLibrary,
  createSkillStarter,
  indexFolder,
  indexSection,
  type SkillEntry,
  skillsListTool,
  skillViewTool,
} from '@hermes/skills'
import type { Feature, Host } from '../../host.js'
import type { Config } from '../../schema/config-schema.js'
import { skillPlaces } from './skill-places.js'

type SkillsHost = Host<Config['skills']>

/** The skills of the home, of the project and of the application. Their files are read when they are first needed. */
export async function createSkills(
  host: Pick<SkillsHost, 'settings' | 'paths' | 'environment' | 'variables' | 'surface' | 'logger' | 'bundledSkills'>,
): Promise<Feature> {
  const { settings, paths, environment, variables, surface, logger, bundledSkills } = host
  const { places } = await skillPlaces({
    paths,
    settings,
    variables,
    bundledSkills,
    workingDirectory: environment.id === 'local' ? environment.workingDirectory : undefined,
  })
  const ofSurface = Object.hasOwn(settings.platform_disabled, surface.source)
    ? settings.platform_disabled[surface.source]
    : undefined
  const library = createSkillLibrary({
    index: createSkillIndex({ places, cacheFolder: indexFolder(paths.cache), logger }),
    disabled: new Set([...settings.disabled, ...(ofSurface ?? [])]),
    place: { variables, home: paths.home },
    settings: settings.config,
    review: async (entry, text) => refuseHostile(entry, text),
  })
  const maxChars = settings.index_max_chars
  return {
    name: 'skills',
    tools: [skillsListTool({ library }), skillViewTool({ library, originsOf: () => [] })],
    shown: { skills: createSkillStarter({ library, bundleFolder: join(paths.home, 'skill-bundles'), logger }) },
    promptSections: maxChars === 0 ? [] : [indexSection({ library, platform: process.platform, maxChars })],
  }
}

/** A text of others that tries to steer the agent is not shown to the model. */
function refuseHostile({ name, origin }: SkillEntry, text: string): void {
  if (origin === 'bundled') return
  const { findings, block } = scanText(text, { surface: 'skill' })
  if (!block) return
  const names = findings.filter(({ blocks }) => blocks).map((finding) => finding.name)
  throw new HermesError(
    'skill/refused',
    `The skill "${name}" is not shown: its text looks like an attack (${names.join(', ')}).`,
  )
}
