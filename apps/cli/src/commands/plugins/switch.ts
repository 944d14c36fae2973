import { extendConfigList, openPluginStore, rightsOf, unsetConfigValue } from '@hermes/runtime'
import type { CommandContext, CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { openHome } from '../../setup/open-home.js'
import { describeRights } from './describe-rights.js'

type PluginList = 'enabled' | 'disabled' | 'trusted'

/** `hermes plugins enable NAME` */
export const enablePlugin: CommandHandler = async (context) => {
  const { io, parameters } = context
  const [name = ''] = parameters
  const { paths } = await openHome(context)
  const { contents } = await (await openPluginStore(paths.home)).open(name)
  await dropFrom(context, 'disabled', name)
  await extendConfigList(paths, 'installed_plugins.enabled', [name])
  await writeLine(
    io.stdout,
    contents.kind === 'module'
      ? io.t`${name} is used from now on, in a process of its own. It may use:`
      : io.t`${name} is used from now on. It may use:`,
  )
  for (const line of describeRights(rightsOf(contents), io.t)) await writeLine(io.stdout, line)
  if (contents.kind === 'portable' && Object.keys(contents.manifest.servers).length > 0)
    await writeLine(io.stderr, io.t`Its servers run with your rights, outside of the sandbox of commands.`)
  if (contents.kind === 'portable' && contents.manifest.hooks.length > 0)
    await writeLine(io.stderr, io.t`Its hooks do not run until you agree: hermes hooks allow ${name}`)
  return exitCode.ok
}

/** `hermes plugins disable NAME` */
export const disablePlugin: CommandHandler = async (context) => {
  const [name = ''] = context.parameters
  const { paths } = await openHome(context)
  await extendConfigList(paths, 'installed_plugins.disabled', [name])
  await writeLine(context.io.stderr, context.io.t`${name} is no longer used.`)
  return exitCode.ok
}

/** Removes a plugin from a list of the settings, if it is there. */
export async function dropFrom(context: CommandContext, list: PluginList, name: string): Promise<void> {
  const { paths, config } = await openHome(context)
  const before = config.installed_plugins[list]
  if (!before.includes(name)) return
  const path = `installed_plugins.${list}`
  await unsetConfigValue(paths, path)
  const rest = before.filter((each) => each !== name)
  if (rest.length > 0) await extendConfigList(paths, path, rest)
}
