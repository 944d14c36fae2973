import { ConfigError } from '@hermes/core'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { oneLine } from '../../render/text/safe-text.js'
import { loadGateway } from '../gateway/gateway.js'
import { withChats } from './with-chats.js'

/** `hermes send --list [NETWORK]` */
export const writeTargets: CommandHandler = async (context) => {
  const { io, values, parameters } = context
  const [only] = parameters
  const { listTargets } = await loadGateway()
  const targets = await withChats(context, async ({ values: table, platforms }) => {
    if (only !== undefined && !Object.hasOwn(platforms, only))
      throw new ConfigError(`platforms.${only}`, `The settings have no chat network "${only}".`)
    return (await listTargets(table, platforms)).filter(({ network }) => only === undefined || network === only)
  })
  if (values.json) {
    await writeLine(io.stdout, JSON.stringify(targets, undefined, 2))
    return exitCode.ok
  }
  if (targets.length === 0)
    await writeLine(io.stderr, io.t`No chats are known yet. To connect a network: hermes gateway setup`)
  for (const { target, name, isHome } of targets) {
    const parts = [target, ...(name === undefined ? [] : [`#${name}`]), ...(isHome ? [io.t`home chat`] : [])]
    await writeLine(io.stdout, parts.map(oneLine).join('  '))
  }
  return exitCode.ok
}
