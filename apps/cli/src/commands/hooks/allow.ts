import { HermesError } from '@hermes/core'
import { openPluginStore, scanPortablePlugin, setConfigValue, unsetConfigValue } from '@hermes/runtime'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { safeText } from '../../render/safe-text.js'
import { openHome } from '../../setup/open-home.js'
import { describeScan } from '../skills/describe-scan.js'
import { hookLine } from './hook-line.js'

/** `hermes hooks allow PLUGIN`: agrees to the commands of its hooks, as its files are now. */
export const allowHooks: CommandHandler = async (context) => {
  const { io, parameters } = context
  const [name = ''] = parameters
  const { paths } = await openHome(context)
  const { installed, folder, contents } = await (await openPluginStore(paths.home)).open(name)
  const hooks = contents.kind === 'portable' ? contents.manifest.hooks : []
  if (contents.kind !== 'portable' || hooks.length === 0)
    throw new HermesError('plugin/manifest', `The plugin "${name}" has no hooks that need your agreement.`)
  const { findings } = await scanPortablePlugin(folder, contents.manifest)
  const dangerous = findings.filter(({ severity, path }) => severity === 'danger' && /^(?:hooks|scripts)\//.test(path))
  if (dangerous.length > 0) {
    for (const line of describeScan({ verdict: 'dangerous', findings: dangerous })) await writeLine(io.stderr, line)
    throw new HermesError('skill/refused', `The hooks of "${name}" are not used: the scan of their files found danger.`)
  }
  await setConfigValue(paths, `installed_plugins.hooks.${name}`, installed.integrity)
  await writeLine(io.stdout, 'These commands run from now on, where the commands of the agent run:')
  for (const hook of hooks) await writeLine(io.stdout, `  ${hookLine(hook)}`)
  await writeLine(io.stderr, `An update of its files asks again. To take it back: hermes hooks revoke ${name}`)
  return exitCode.ok
}

/** `hermes hooks revoke PLUGIN` */
export const revokeHooks: CommandHandler = async (context) => {
  const { io, parameters } = context
  const [name = ''] = parameters
  const { paths } = await openHome(context)
  const isRevoked = (await unsetConfigValue(paths, `installed_plugins.hooks.${name}`)) !== undefined
  const text = isRevoked ? `The hooks of ${name} no longer run.` : `The hooks of "${name}" were not allowed.`
  await writeLine(io.stderr, safeText(text))
  return isRevoked ? exitCode.ok : exitCode.failed
}
