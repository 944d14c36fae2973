import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import {
  createFileLogger,
  type HomePaths,
  inspectMcpServer,
  type LoadedConfig,
  skillPlaces,
  skillTrust,
  usedPlugins,
} from '@hermes/runtime'
import {
  createSkillIndex,
  createSkillInstaller,
  createSkillStore,
  indexFolder,
  type SkillEntry,
  type SkillIndex,
  type SkillInstaller,
  type SkillStore,
  type SkillTrust,
} from '@hermes/skills'
import { type HubServices, hubAddresses } from '@hermes/skills/hub'
import type { CommandContext } from '../../arguments/command-spec.js'
import { bundledSkills } from '../../setup/bundled-skills.js'
import { openUsableHome } from '../../setup/open-home.js'
import { cloneRepository } from '../../setup/sources/clone-repository.js'
import { publicDownload } from '../../setup/sources/public-download.js'

/** Skills of the home, for commands. */
export interface OpenSkills {
  readonly config: LoadedConfig['config']
  readonly variables: LoadedConfig['variables']
  readonly paths: HomePaths
  readonly index: SkillIndex
  readonly store: SkillStore
  readonly installer: SkillInstaller
  readonly hubs: HubServices
  /** Folders with skills of projects that are not trusted. */
  readonly untrusted: readonly string[]
  trustOf(entry: SkillEntry): Promise<SkillTrust>
}

export async function openSkills({ io, values }: CommandContext): Promise<OpenSkills> {
  const { paths, config, variables } = await openUsableHome({ io, values })
  const { workingDirectory } = io
  const shipped = bundledSkills()
  const { places, untrusted } = await skillPlaces({
    paths,
    settings: config.skills,
    plugins: usedPlugins(config.installed_plugins),
    variables,
    workingDirectory,
    ...shipped,
  })
  const logger = createFileLogger({ folder: paths.logs, level: config.logging.level })
  const store = createSkillStore({ folder: join(paths.home, 'skills'), now: Date.now })
  const hubs = {
    addresses: { ...hubAddresses, ...config.skills.hubs },
    download: publicDownload({ config, variables }),
  }
  const quarantine = join(paths.cache, 'skill-sources')
  await mkdir(quarantine, { recursive: true, mode: 0o700 })
  return {
    config,
    variables,
    paths,
    untrusted,
    hubs,
    index: createSkillIndex({ places, cacheFolder: indexFolder(paths.cache), logger }),
    store,
    installer: createSkillInstaller({
      store,
      now: Date.now,
      workingDirectory,
      quarantine,
      bundled: shipped.bundledSkills,
      ...hubs,
      clone: cloneRepository(io.env),
      copyFromServer: async ({ server, name }, folder, { signal }) => {
        await using opened = await inspectMcpServer({
          name: server,
          paths,
          config,
          variables,
          workingDirectory,
          logger,
        })
        await opened.copySkills(name, folder, signal)
      },
    }),
    trustOf: skillTrust(store.folder),
  }
}
