import { mkdir } from 'node:fs/promises'
import type { Feature, Host } from '../../../host.js'
import { foldersOf } from '../../../plugins/portable/placeholders.js'
import type { PortablePlugin } from '../../../plugins/portable/portable-plugin.js'
import { serversOf } from '../../../plugins/portable/servers-of.js'
import { openServers } from '../../mcp/open-servers.js'
import { createPortableCommands } from './create-commands.js'
import { createPortableHooks } from './create-hooks.js'

export interface OpenPortableOptions {
  readonly manifest: PortablePlugin
  /** Whether a person has agreed to the commands of the plugin's hooks, with these files. */
  readonly mayRunHooks: boolean
  readonly host: Omit<Host, 'settings'>
}

/** Opens the commands, hooks and MCP servers of a portable plugin. Its skills are found by the feature `skills`. */
export async function openPortable({ manifest, mayRunHooks, host }: OpenPortableOptions): Promise<Feature> {
  const { name, hooks } = manifest
  const { environment, logger, folders, scan } = host
  const plugin = foldersOf(folders.home, name)
  await mkdir(plugin.data, { recursive: true, mode: 0o700 })
  const isHere = environment.id === 'local'
  if (hooks.length > 0 && mayRunHooks && !isHere)
    logger.log('warn', `The hooks of the plugin ${name} do not run: its files are on another machine.`)
  const settings = serversOf(manifest, {
    home: folders.home,
    variables: host.variables,
    onProblem: (server, problem) =>
      logger.log('warn', `The MCP server ${server} of the plugin ${name} is not used: ${problem}`),
  })
  const servers = Object.keys(settings).length === 0 ? undefined : await openServers({ ...host, settings })
  const own = createPortableCommands(manifest.commands, plugin, scan)
  return {
    name,
    ...(servers && { source: servers.source }),
    get commands() {
      return [...own, ...(servers?.prompts ?? [])]
    },
    ...(hooks.length > 0 &&
      mayRunHooks &&
      isHere && { hooks: createPortableHooks({ hooks, plugin, environment, logger }) }),
    [Symbol.asyncDispose]: async () => servers?.[Symbol.asyncDispose](),
  }
}
