import { resolve } from 'node:path'
import { type OpenedPlugin, openPluginStore } from '@hermes/runtime'
import type { CommandContext, CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { safeText } from '../../render/safe-text.js'
import { findPreparedHome } from '../../setup/open-home.js'
import { describeCapabilities } from './describe-capabilities.js'
import { dropFrom } from './switch.js'

/** `hermes plugins install SOURCE` */
export const installPlugin: CommandHandler = async (context) => {
  const { io, parameters } = context
  const store = await openPluginStore((await findPreparedHome(context)).home)
  const { installed, manifest } = await store.install(resolve(io.workingDirectory, parameters[0] ?? ''))
  const { name, version, integrity } = installed
  await writeLine(io.stdout, `Installed ${name} ${safeText(version)} (${integrity}). It may use:`)
  for (const line of describeCapabilities(manifest.capabilities)) await writeLine(io.stdout, line)
  await writeLine(io.stderr, `It is not used yet: hermes plugins enable ${name}`)
  return exitCode.ok
}

/** `hermes plugins update NAME`: installs it again from where it came from. */
export const updatePlugin: CommandHandler = async (context) => {
  const { io, parameters } = context
  const [name = ''] = parameters
  const paths = await findPreparedHome(context)
  const store = await openPluginStore(paths.home)
  const before = (await store.list()).find((plugin) => plugin.name === name)
  const known = before && (await store.open(name).catch(() => undefined))
  const { installed, manifest } = await store.install(before?.source ?? name, { replaces: name })
  const isSame = installed.integrity === before?.integrity
  await writeLine(io.stdout, isSame ? `${name} is up to date.` : `Updated ${name} to ${safeText(installed.version)}.`)
  if (!isSame && !hasSameRights(known, manifest)) await askAgain(context, manifest)
  return exitCode.ok
}

function hasSameRights(before: OpenedPlugin | undefined, { capabilities }: OpenedPlugin['manifest']): boolean {
  return JSON.stringify(before?.manifest.capabilities) === JSON.stringify(capabilities)
}

/** What the owner enabled had other rights. */
async function askAgain(context: CommandContext, { name, capabilities }: OpenedPlugin['manifest']): Promise<void> {
  await dropFrom(context, 'enabled', name)
  await dropFrom(context, 'trusted', name)
  await writeLine(context.io.stdout, 'It asks for other rights than before:')
  for (const line of describeCapabilities(capabilities)) await writeLine(context.io.stdout, line)
  await writeLine(context.io.stderr, `It is not used until you agree: hermes plugins enable ${name}`)
}

/** `hermes plugins remove NAME` */
export const removePlugin: CommandHandler = async (context) => {
  const { io, parameters } = context
  const [name = ''] = parameters
  const store = await openPluginStore((await findPreparedHome(context)).home)
  const isRemoved = await store.remove(name)
  for (const list of ['enabled', 'trusted', 'disabled'] as const) await dropFrom(context, list, name)
  await writeLine(io.stderr, isRemoved ? `Removed ${name}.` : `There is no installed plugin "${safeText(name)}".`)
  return isRemoved ? exitCode.ok : exitCode.failed
}
