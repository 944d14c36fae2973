import { type Config, type CredentialManager, type CredentialRow, createCredentialManager } from '@hermes/runtime'
import { findPreset } from '@hermes/transports'
import type { CommandContext } from '../../arguments/command-spec.js'
import { assertProvider } from '../../setup/models-of-provider.js'
import { openUsableHome } from '../../setup/open-home.js'
import { UsageError } from '../../usage-error.js'

/**
 * Opens the stored keys and logins of the home selected on the command line, to change them.
 * @param provider Provider of the credentials. Default: all providers.
 * @throws {UsageError} when the provider does not exist, or needs no credentials.
 */
export async function openManager(context: CommandContext, provider?: string): Promise<CredentialManager> {
  const { paths, variables } = await openHomeOf(context, provider)
  return createCredentialManager({ paths, variables })
}

/** Returns the stored credentials and the keys in the settings, which are read-only here. */
export async function rowsOf(context: CommandContext, provider?: string): Promise<readonly CredentialRow[]> {
  return createCredentialManager(await openHomeOf(context, provider)).list(provider)
}

async function openHomeOf({ io, values }: CommandContext, provider: string | undefined) {
  const { profile } = values
  const home = await openUsableHome({ io, values: { ...(profile !== undefined && { profile }) } })
  if (provider !== undefined) assertCredentialProvider(provider, home.config)
  return home
}

function assertCredentialProvider(id: string, config: Config): void {
  assertProvider(id, config)
  if (id === 'auto' || id === 'offline') throw new UsageError(`"${id}" is not a provider with credentials.`)
}

/** @throws {UsageError} when the provider takes no API key. */
export function assertTakesKey(id: string, baseUrl: string | undefined): void {
  const preset = findPreset(id)
  if (preset?.login === 'required') throw new UsageError(`${preset.name} has no API keys: run hermes auth login ${id}.`)
  if (preset?.baseUrl === '' && baseUrl === undefined) {
    throw new UsageError(`Name the server of the key: hermes auth add ${id} --base-url URL.`)
  }
}
