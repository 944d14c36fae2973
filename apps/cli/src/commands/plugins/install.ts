import { HermesError } from '@hermes/core'
import {
  compareRights,
  type OpenedPlugin,
  openPluginStore,
  parsePluginSource,
  rightsOf,
  scanPortablePlugin,
  unsetConfigValue,
} from '@hermes/runtime'
import type { CommandContext, CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { safeText } from '../../render/text/safe-text.js'
import { findPreparedHome, openHome } from '../../setup/open-home.js'
import { describeScan } from '../skills/describe-scan.js'
import { describeRight, describeRights } from './describe-rights.js'
import { fetchMs, fetchServices } from './fetch-services.js'
import { dropFrom } from './switch.js'

/** `hermes plugins install SOURCE` */
export const installPlugin: CommandHandler = async (context) => {
  const { io, parameters } = context
  const { paths, config, variables } = await openHome(context)
  const store = await openPluginStore(paths.home)
  const plugin = await store.install(parsePluginSource(parameters[0] ?? '', io.workingDirectory), {
    services: fetchServices(io, { config, variables }, paths),
    signal: AbortSignal.timeout(fetchMs),
  })
  const { name, version, integrity, resolved } = plugin.installed
  if (resolved !== undefined) await writeLine(io.stdout, io.t`Pinned to ${safeText(resolved)}.`)
  await writeLine(io.stdout, io.t`Installed ${name} ${safeText(version)} (${integrity}). It may use:`)
  for (const line of describeRights(rightsOf(plugin.contents), io.t)) await writeLine(io.stdout, line)
  await describePortable(context, plugin)
  await writeLine(io.stderr, io.t`It is not used yet: hermes plugins enable ${name}`)
  return exitCode.ok
}

/** Prints what is left out of a portable plugin, and what the scan finds in its texts and scripts. */
async function describePortable({ io }: CommandContext, { folder, contents }: OpenedPlugin): Promise<void> {
  if (contents.kind !== 'portable') return
  const { unsupported } = contents.manifest
  if (unsupported.length > 0) await writeLine(io.stdout, io.t`Not supported here, and left out:`)
  for (const part of unsupported) await writeLine(io.stdout, `  ${safeText(part)}`)
  const scan = await scanPortablePlugin(folder, contents.manifest)
  if (scan.verdict === 'safe') return
  for (const line of describeScan(scan, io.t)) await writeLine(io.stdout, line)
  if (scan.verdict === 'dangerous')
    await writeLine(io.stdout, io.t`Skills and commands with findings marked "!" are not used.`)
}

/** `hermes plugins update NAME`: installs the plugin again from its source. */
export const updatePlugin: CommandHandler = async (context) => {
  const { io, parameters } = context
  const [name = ''] = parameters
  const { paths, config, variables } = await openHome(context)
  const store = await openPluginStore(paths.home)
  const before = (await store.list()).find((plugin) => plugin.name === name)
  const known = before && (await store.open(name).catch(() => undefined))
  if (!before) throw new HermesError('plugin/manifest', `There is no installed plugin "${name}".`)
  const plugin = await store.install(parsePluginSource(before.source, io.workingDirectory), {
    services: fetchServices(io, { config, variables }, paths),
    signal: AbortSignal.timeout(fetchMs),
    replaces: name,
  })
  const { installed } = plugin
  const isSame = installed.integrity === before.integrity
  await writeLine(
    io.stdout,
    isSame ? io.t`${name} is up to date.` : io.t`Updated ${name} to ${safeText(installed.version)}.`,
  )
  if (isSame) return exitCode.ok
  await describePortable(context, plugin)
  await askAgain(context, known, plugin)
  return exitCode.ok
}

/** Shows the changed rights, and disables a plugin that has gained any. A plugin that has only lost rights stays enabled. */
async function askAgain(context: CommandContext, before: OpenedPlugin | undefined, after: OpenedPlugin): Promise<void> {
  const { io } = context
  const { name } = after.installed
  const { added, removed } = compareRights(before ? rightsOf(before.contents) : [], rightsOf(after.contents))
  for (const right of removed) await writeLine(io.stdout, `- ${describeRight(right, io.t)}`)
  for (const right of added) await writeLine(io.stdout, `+ ${describeRight(right, io.t)}`)
  if (added.length > 0) {
    await dropFrom(context, 'enabled', name)
    await dropFrom(context, 'trusted', name)
    await writeLine(
      io.stderr,
      io.t`It asks for more than before, and is not used until you agree: hermes plugins enable ${name}`,
    )
  }
  if (after.contents.kind === 'portable' && after.contents.manifest.hooks.length > 0)
    await writeLine(io.stderr, io.t`Its hooks do not run until you agree: hermes hooks allow ${name}`)
}

/** `hermes plugins remove NAME` */
export const removePlugin: CommandHandler = async (context) => {
  const { io, parameters } = context
  const [name = ''] = parameters
  const paths = await findPreparedHome(context)
  const store = await openPluginStore(paths.home)
  const isRemoved = await store.remove(name)
  for (const list of ['enabled', 'trusted', 'disabled'] as const) await dropFrom(context, list, name)
  for (const part of ['hooks', 'settings']) await unsetConfigValue(paths, `installed_plugins.${part}.${name}`)
  await writeLine(
    io.stderr,
    isRemoved ? io.t`Removed ${name}.` : io.t`There is no installed plugin "${safeText(name)}".`,
  )
  return isRemoved ? exitCode.ok : exitCode.failed
}
