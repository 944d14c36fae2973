import { ConfigError } from '@hermes/core'
import { type FallbackProvider, openCredentials, ownServers, saveFallbackProviders } from '@hermes/runtime'
import { resolveProvider } from '@hermes/transports'
import type { CommandContext, CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { type Io, tell, writeLine } from '../../io.js'
import { oneLine } from '../../render/text/safe-text.js'
import { assertProvider } from '../../setup/models-of-provider.js'
import { openHome, openUsableHome } from '../../setup/open-home.js'
import { UsageError } from '../../usage-error.js'

/** `hermes fallback list` */
export const listFallbacks: CommandHandler = async (context) => {
  const { io, values } = context
  const { chain } = await open(context, openUsableHome)
  if (values.json) await writeLine(io.stdout, JSON.stringify(chain, undefined, 2))
  else if (chain.length === 0) await tell(io, 'There is no fallback. To add one: hermes fallback add PROVIDER')
  else await print(io, chain)
  return exitCode.ok
}

/** `hermes fallback add PROVIDER [MODEL]` @throws {ConfigError} when no call to it could succeed. */
export const addFallback: CommandHandler = async (context) => {
  const { io, values, parameters } = context
  const [provider = '', model] = parameters
  const { paths, chain, variables, config } = await open(context)
  assertProvider(provider, config)
  const { 'base-url': baseUrl, 'api-mode': apiMode, 'key-env': keyVariable } = values
  const added: FallbackProvider = {
    provider,
    ...(model !== undefined && { model }),
    ...(baseUrl !== undefined && { base_url: baseUrl }),
    ...(keyVariable !== undefined && { key_env: keyVariable }),
    ...(apiMode !== undefined && { api_mode: apiMode }),
  }
  const { kept } = await openCredentials(paths, variables)
  const key = keyVariable === undefined ? undefined : variables[keyVariable]
  try {
    resolveProvider(
      {
        provider,
        servers: ownServers(config),
        ...(model && { model }),
        ...(baseUrl && { baseUrl }),
        ...(key && { apiKey: key }),
      },
      variables,
      kept,
    )
  } catch (error) {
    throw baseUrl === undefined && isAboutAddress(error) ? new UsageError(needsAddress(provider)) : error
  }
  await saveFallbackProviders(paths, [...chain, added])
  await print(io, [...chain, added])
  return exitCode.ok
}

/** `hermes fallback remove NUMBER|PROVIDER` */
export const removeFallback: CommandHandler = async (context) => {
  const { io, parameters } = context
  const [wanted = ''] = parameters
  const { paths, chain } = await open(context)
  const rest = chain.filter(({ provider }, index) => wanted !== String(index + 1) && wanted !== provider)
  if (rest.length === chain.length) throw new UsageError(`The chain has no "${wanted}": hermes fallback list shows it.`)
  await saveFallbackProviders(paths, rest)
  await print(io, rest)
  return exitCode.ok
}

/** `hermes fallback clear` */
export const clearFallbacks: CommandHandler = async (context) => {
  const { paths, chain } = await open(context)
  if (chain.length > 0) await saveFallbackProviders(paths, [])
  await tell(context.io, 'There is no fallback now.')
  return exitCode.ok
}

/** Whether the error is about the address in the settings, which belongs to another server. */
function isAboutAddress(error: unknown): boolean {
  return ConfigError.is(error) && error.path === 'model.base_url'
}

function needsAddress(provider: string): string {
  return `The provider "${provider}" needs the address of its server: add it, such as --base-url http://host:port/v1.`
}

async function open({ io, values: { profile } }: CommandContext, openSettings = openHome) {
  const { paths, config, variables } = await openSettings({ io, values: { ...(profile !== undefined && { profile }) } })
  return { paths, config, variables, chain: config.fallback_providers }
}

async function print({ stdout, t }: Io, chain: readonly FallbackProvider[]): Promise<void> {
  for (const [index, { provider, model, base_url: address }] of chain.entries()) {
    const what = [provider, model ?? t`its default model`, address].filter(Boolean).join('  ')
    await writeLine(stdout, `${index + 1}  ${oneLine(what)}`)
  }
}
