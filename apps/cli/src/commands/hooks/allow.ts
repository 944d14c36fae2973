import { HermesError } from '@hermes/core'
import { setConfigValue, unsetConfigValue } from '@hermes/runtime'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { safeText } from '../../render/text/safe-text.js'
import { openHome } from '../../setup/open-home.js'
import { describeScan } from '../skills/describe-scan.js'
import { findHooks } from './find-hooks.js'
import { hookLine } from './hook-line.js'

/** `hermes hooks allow NAME`: agrees to the commands of a hook folder or a plugin, in the current state of its files. */
export const allowHooks: CommandHandler = async (context) => {
  const { io, parameters } = context
  const [name = ''] = parameters
  const { paths } = await openHome(context)
  const { setting, integrity, hooks, findings } = await findHooks(paths.home, name)
  const dangerous = findings.filter(({ severity }) => severity === 'danger')
  if (dangerous.length > 0) {
    for (const line of describeScan({ verdict: 'dangerous', findings: dangerous }, io.t))
      await writeLine(io.stderr, line)
    throw new HermesError('skill/refused', `The hooks of "${name}" are not used: the scan of their files found danger.`)
  }
  await setConfigValue(paths, setting, integrity)
  await writeLine(io.stdout, io.t`These commands run from now on, where the commands of the agent run:`)
  for (const hook of hooks) await writeLine(io.stdout, `  ${hookLine(hook)}`)
  await writeLine(io.stderr, io.t`A change of its files asks again. To take it back: hermes hooks revoke ${name}`)
  return exitCode.ok
}

/** `hermes hooks revoke NAME` */
export const revokeHooks: CommandHandler = async (context) => {
  const { io, parameters } = context
  const [name = ''] = parameters
  const { paths } = await openHome(context)
  const revoked = []
  for (const setting of ['hook_folders', 'installed_plugins.hooks'])
    if (await unsetConfigValue(paths, `${setting}.${name}`)) revoked.push(setting)
  const isRevoked = revoked.length > 0
  const text = isRevoked ? io.t`The hooks of ${name} no longer run.` : io.t`The hooks of "${name}" were not allowed.`
  await writeLine(io.stderr, safeText(text))
  return isRevoked ? exitCode.ok : exitCode.failed
}
