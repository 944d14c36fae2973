import type { CredentialManager, CredentialRow } from '@hermes/runtime'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { type Io, write, writeLine } from '../../io.js'
import { oneLine } from '../../render/text/safe-text.js'
import { UsageError } from '../../usage-error.js'
import { credentialTable } from './credential-table.js'
import { assertTakesKey, openManager } from './open-manager.js'
import { readSecret } from './read-secret.js'

/** `hermes auth add PROVIDER`: reads the key from a hidden prompt or stdin, never from the command line. */
export const addKey: CommandHandler = async (context) => {
  const { io, values, parameters } = context
  const [provider = ''] = parameters
  const manager = await openManager(context, provider)
  assertTakesKey(provider, values['base-url'])
  const key = await readSecret(io, io.t`API key for ${provider} (it is not shown): `)
  if (key === undefined) return exitCode.interrupted
  const row = await manager.add(provider, key, {
    ...(values.label !== undefined && { label: values.label }),
    ...(values['base-url'] !== undefined && { baseUrl: values['base-url'] }),
  })
  await reportRow(io, values.json, row, io.t`Added ${describeRow(row)}.`)
  return exitCode.ok
}

/** `hermes auth remove PROVIDER [ID]` */
export const removeCredential: CommandHandler = async (context) => {
  const { io, values, parameters } = context
  const [provider = '', name] = parameters
  const manager = await openManager(context, provider)
  const row = await manager.remove(provider, name ?? (await onlyOne(manager, provider)))
  const text = describeRow(row)
  const isGone = row.source.startsWith('manual')
  await reportRow(io, values.json, row, isGone ? io.t`Removed ${text}.` : io.t`No longer used: ${text}.`)
  return exitCode.ok
}

/** `hermes auth priority PROVIDER ID PLACE` */
export const setPriority: CommandHandler = async (context) => {
  const { io, values, parameters } = context
  const [provider = '', name = '', place = ''] = parameters
  if (!/^[1-9]\d{0,5}$/.test(place))
    throw new UsageError(`The place must be a whole number of at least 1, not "${place}".`)
  const rows = await (await openManager(context, provider)).move(provider, name, Number(place))
  if (values.json) await writeLine(io.stdout, JSON.stringify(rows, undefined, 2))
  else await write(io.stdout, credentialTable(rows, Date.now(), io.t))
  return exitCode.ok
}

/** `hermes auth reset [PROVIDER] [ID]` */
export const resetCooldowns: CommandHandler = async (context) => {
  const { io, values, parameters } = context
  const [provider, name] = parameters
  const rows = await (await openManager(context, provider)).reset(provider, name)
  if (values.json) await writeLine(io.stdout, JSON.stringify(rows, undefined, 2))
  else if (rows.length === 0) await writeLine(io.stderr, io.t`No credential was cooling down.`)
  else for (const row of rows) await writeLine(io.stderr, io.t`Free again: ${describeRow(row)}.`)
  return exitCode.ok
}

/** Reports a changed credential: to people on stderr, to programs on stdout. */
export async function reportRow(io: Io, isJson: true | undefined, row: CredentialRow, sentence: string): Promise<void> {
  if (isJson) await writeLine(io.stdout, JSON.stringify(row, undefined, 2))
  else await writeLine(io.stderr, sentence)
}

/** Describes a credential: `openrouter 3fa9c1 (work)`. */
export function describeRow({ provider, id, label }: CredentialRow): string {
  return `${provider} ${oneLine(id)}${label === '' || label === id ? '' : ` (${oneLine(label)})`}`
}

/** Returns the id of the provider's only credential. @throws {UsageError} when there are several, or none. */
async function onlyOne(manager: CredentialManager, provider: string): Promise<string> {
  const rows = await manager.list(provider)
  const [row] = rows
  if (row && rows.length === 1) return row.id
  if (!row) throw new UsageError(`${provider} has no credentials.`)
  throw new UsageError(`${provider} has ${rows.length} credentials: use one of ${rows.map(({ id }) => id).join(', ')}.`)
}
