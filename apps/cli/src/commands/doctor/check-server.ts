import { HermesError } from '@hermes/core'
import { openCredentials, resolveConfiguredProvider } from '@hermes/runtime'
import { maskUrl } from '@hermes/safety'
import type { Translate } from '@hermes/safety/language'
import { fetchFromVariables } from '@hermes/transports'
import { listServerModels } from '@hermes/transports/catalog'
import { findHome } from '../../setup/open-home.js'
import type { CheckContext, Finding } from './check.js'

/** Checks that the user's own model server answers, and has the model. Internet providers are not called. */
export async function checkServer(context: CheckContext): Promise<Finding> {
  const { loaded, t } = context
  if (!loaded) return { level: 'warning', text: t`not checked, because the settings cannot be read` }
  if (loaded.config.transport) return { level: 'ok', text: t`decided by the transport` }
  try {
    const { kept } = await openCredentials(findHome(context), loaded.variables)
    const provider = resolveConfiguredProvider(loaded.config, loaded.variables, kept)
    if (provider.apiMode === 'offline') return { level: 'ok', text: t`none needed` }
    if (!provider.isLocal && !provider.isAddressGiven && provider.ownAddress === undefined)
      return { level: 'ok', text: t`${maskUrl(provider.baseUrl)} (not called)` }
    return await ask(provider, fetchFromVariables(loaded.variables), t)
  } catch (error) {
    if (!HermesError.is(error)) throw error
    return { level: 'error', text: t.of(error.message) }
  }
}

async function ask(
  { baseUrl, apiKey, model }: ReturnType<typeof resolveConfiguredProvider>,
  fetch: typeof globalThis.fetch,
  t: Translate,
): Promise<Finding> {
  const signal = new AbortController().signal
  const models = await listServerModels({ baseUrl, fetch, ...(apiKey && { apiKey }), signal })
  if (models.length === 0 || models.some(({ id }) => id === model))
    return { level: 'ok', text: t`${maskUrl(baseUrl)} answers` }
  return {
    level: 'warning',
    text: t`${maskUrl(baseUrl)} answers, but does not list the model ${model}`,
    fix: t`To see what it has: hermes models`,
  }
}
