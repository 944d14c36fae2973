import { join } from 'node:path'
import { describeError } from '@hermes/core'
import {
  createSkillIndex,
  createSkillLibrary,
  createSkillRefinements,
  createSkillStarter,
  createSkillStore,
  indexFolder,
  indexSection,
  recordUse,
  skillManageTool,
  skillsListTool,
  skillViewTool,
} from '@hermes/skills'
import type { Feature, Host } from '../../host.js'
import type { Config } from '../../schema/config-schema.js'
import { curateAtTimes } from './curate-at-times.js'
import { diffOfFiles } from './diff-of-files.js'
import { refineCommand } from './refine-command.js'
import { reviewer } from './review-skill.js'
import { skillPlaces } from './skill-places.js'
import { originsOf, skillTrust, sourceOf } from './skill-trust.js'

type SkillsHost = Host<Config['skills'] & { readonly plugins?: readonly string[] }>

/** Creates the skills of the home, of the project and of the application. Their files are read when they are first needed. */
export async function createSkills(
  host: Pick<
    SkillsHost,
    | 'settings'
    | 'paths'
    | 'environment'
    | 'variables'
    | 'surface'
    | 'logger'
    | 'bundledSkills'
    | 'now'
    | 'scan'
    | 'skillShelf'
  >,
): Promise<Feature> {
  const { settings, paths, environment, variables, surface, logger, bundledSkills, now, scan, skillShelf } = host
  const { places } = await skillPlaces({
    paths,
    settings,
    plugins: settings.plugins,
    variables,
    bundledSkills,
    workingDirectory: environment.id === 'local' ? environment.workingDirectory : undefined,
  })
  const ofSurface = Object.hasOwn(settings.platform_disabled, surface.source)
    ? settings.platform_disabled[surface.source]
    : undefined
  const index = createSkillIndex({ places, cacheFolder: indexFolder(paths.cache), logger })
  const store = createSkillStore({ folder: join(paths.home, 'skills'), now })
  const trustOf = skillTrust(store.folder)
  const library = createSkillLibrary({
    index,
    disabled: new Set([...settings.disabled, ...(ofSurface ?? [])]),
    place: { variables, home: paths.home },
    settings: settings.config,
    review: reviewer({ trustOf, allowed: settings.allowed, scan }),
    remote: skillShelf,
  })
  const onUse = ({ name }: { readonly name: string }) =>
    recordUse(store.folder, name, now()).catch((error: unknown) =>
      logger.log('warn', `The use of the skill ${name} was not counted: ${describeError(error)}`),
    )
  const lookUp = async (name: string) => (await index.load()).get(name)
  const refinements = createSkillRefinements({ store, lookUp })
  const onSessionStart = curateAtTimes({ settings, surface, logger, now, store, index })
  const maxChars = settings.index_max_chars
  return {
    name: 'skills',
    tools: [
      skillsListTool({ library }),
      skillViewTool({ library, remote: skillShelf, originsOf: (entry) => originsOf(entry, store.folder), onUse }),
      skillManageTool({
        store,
        lookUp,
        sourceOf: ({ name }) => sourceOf(name, store.folder),
        isAlwaysAsked: settings.write_approval,
        scan,
        refinements,
        diffOf: diffOfFiles,
      }),
    ],
    ...(onSessionStart && { hooks: { on_session_start: onSessionStart } }),
    commands: [refineCommand({ refinements, diffOf: diffOfFiles })],
    shown: { skills: createSkillStarter({ library, bundleFolder: join(paths.home, 'skill-bundles'), logger, onUse }) },
    promptSections: maxChars === 0 ? [] : [indexSection({ library, platform: process.platform, maxChars })],
  }
}
