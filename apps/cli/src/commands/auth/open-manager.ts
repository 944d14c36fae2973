import { type CredentialManager, createCredentialManager } from '@hermes/runtime'
import { findPreset } from '@hermes/transports'
import type { CommandContext } from '../../arguments/command-spec.js'
import { assertProvider } from '../../setup/models-of-provider.js'
import { openUsableHome } from '../../setup/open-home.js'
import { UsageError } from '../../usage-error.js'

/** The keys and logins of the home selected on the command line. */
export async function openManager({ io, values }: CommandContext): Promise<CredentialManager> {
  const { profile } = values
  const { paths, variables } = await openUsableHome({ io, values: { ...(profile !== undefined && { profile }) } })
  return createCredentialManager({ paths, variables })
}

/** @throws {UsageError} when there is no such provider, or it needs no credentials. */
export function assertCredentialProvider(id: string): void {
  assertProvider(id)
  if (id === 'auto' || id === 'offline') throw new UsageError(`"${id}" is not a provider with credentials.`)
}

/** @throws {UsageError} when the provider takes no API key. */
export function assertTakesKey(id: string, baseUrl: string | undefined): void {
  assertCredentialProvider(id)
  const preset = findPreset(id)
  if (preset?.login === 'required') throw new UsageError(`${preset.name} has no API keys: run hermes auth login ${id}.`)
  if (preset?.baseUrl === '' && baseUrl === undefined) {
    throw new UsageError(`Name the server of the key: hermes auth add ${id} --base-url URL.`)
  }
}
