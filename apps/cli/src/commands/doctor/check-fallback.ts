import { HermesError } from '@hermes/core'
import { openCredentials, resolveFallbacks } from '@hermes/runtime'
import { findHome } from '../../setup/open-home.js'
import type { CheckContext, Finding } from './check.js'

/** The models that answer when that of the conversation fails. None is called. */
export async function checkFallback(context: CheckContext): Promise<Finding> {
  const { loaded, t } = context
  if (!loaded) return { level: 'warning', text: t`not checked, because the settings cannot be read` }
  try {
    const credentials = await openCredentials(findHome(context), loaded.variables)
    const { providers, warnings } = resolveFallbacks({ ...loaded, credentials })
    const [warning] = warnings
    if (warning !== undefined) return { level: 'warning', text: t.of(warning) }
    if (providers.length === 0) return { level: 'ok', text: t`none` }
    return { level: 'ok', text: providers.map(({ model, provider }) => `${model} (${provider})`).join(', ') }
  } catch (error) {
    if (!HermesError.is(error)) throw error
    return { level: 'error', text: t.of(error.message) }
  }
}
