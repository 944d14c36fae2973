import { english } from '@hermes/safety/language'
import { findPreset } from '@hermes/transports'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { tell, write, writeLine } from '../../io.js'
import { oneLine } from '../../render/text/safe-text.js'
import { credentialTable, statusText } from './credential-table.js'
import { rowsOf } from './open-manager.js'

const noneYet = english`There are no keys and no logins yet. To log in: hermes auth login openrouter`

/** `hermes auth list [PROVIDER]` */
export const listCredentials: CommandHandler = async (context) => {
  const { io, values, parameters } = context
  const [provider] = parameters
  const rows = await rowsOf(context, provider)
  if (values.json) await writeLine(io.stdout, JSON.stringify(rows, undefined, 2))
  else if (rows.length === 0) await tell(io, noneYet)
  else await write(io.stdout, credentialTable(rows, Date.now(), io.t))
  return exitCode.ok
}

/** `hermes auth status [PROVIDER]`: exit code 1 when no provider can be called. */
export const showStatus: CommandHandler = async (context) => {
  const { io, values, parameters } = context
  const [provider] = parameters
  const rows = await rowsOf(context, provider)
  const providers = [...new Set(rows.map((row) => row.provider))]
  const states = providers.map((name) => {
    const own = rows.filter((row) => row.provider === name)
    const next = own.find(({ status }) => status === 'ok') ?? own[0]
    return { provider: name, isUsable: next?.status === 'ok', credentials: own.length, ...(next && { next }) }
  })
  if (values.json) await writeLine(io.stdout, JSON.stringify(states, undefined, 2))
  else if (states.length === 0) {
    await writeLine(
      io.stderr,
      provider === undefined
        ? io.t.of(noneYet)
        : findPreset(provider)?.login
          ? io.t`${provider} has no key and no login: hermes auth login ${provider}`
          : io.t`${provider} has no key and no login: hermes auth add ${provider}`,
    )
  } else {
    const lines = states.map(({ provider: name, next, credentials }) => {
      const more = credentials > 1 ? io.t`, ${credentials - 1} more` : ''
      const state = next && `${statusText(next, Date.now(), io.t)} (${oneLine(next.label)}${more})`
      return `${name}: ${state ?? io.t`none`}\n`
    })
    await write(io.stdout, lines.join(''))
  }
  return states.some(({ isUsable }) => isUsable) ? exitCode.ok : exitCode.failed
}
