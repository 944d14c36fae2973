import { askOnce } from '@hermes/core/wiring'
import { type ProviderSettings, proxyFromVariables, type ResolvedProvider, resolveProvider } from '@hermes/transports'
import { createProviderTransport } from '../auth/create-provider-transport.js'
import { openCredentials } from '../auth/credential-book.js'
import type { HomePaths, Variables } from '../home/home-paths.js'

export interface TryModelOptions {
  readonly paths: Pick<HomePaths, 'home'>
  /** The process's variables with those of `.env`. */
  readonly variables: Variables
  readonly settings: ProviderSettings
  readonly signal: AbortSignal
}

/**
 * Makes one real call to a model, without retries. Nothing is saved.
 * @throws {ConfigError} when no call could succeed.
 * @throws {TransportError} when the call failed.
 */
export async function tryModel({ paths, variables, settings, signal }: TryModelOptions): Promise<ResolvedProvider> {
  const credentials = await openCredentials(paths, variables)
  const resolved = resolveProvider(settings, variables, credentials.kept)
  const proxyFor = proxyFromVariables(variables)
  const transport = createProviderTransport(resolved, { credentials, wire: { ...(proxyFor && { proxyFor }) } })
  const question = {
    system: 'You confirm that you can be reached.',
    messages: [{ role: 'user', content: 'Answer with the word "ready" and nothing else.' }],
  } as const
  await askOnce({ transport, model: { id: resolved.model } }, question, { signal })
  return resolved
}
