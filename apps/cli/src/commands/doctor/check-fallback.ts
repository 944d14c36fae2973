import { HermesError } from '@hermes/core'
import { openCredentials, resolveFallbacks, resolveSideProviders } from '@hermes/runtime'
import { findHome } from '../../setup/open-home.js'
import type { CheckContext, Finding } from './check.js'

/** Checks the models that answer when the model of the conversation or of a side task fails. None is called. */
export async function checkFallback(context: CheckContext): Promise<Finding> {
  const { loaded, t } = context
  if (!loaded) return { level: 'warning', text: t`not checked, because the settings cannot be read` }
  try {
    const credentials = await openCredentials(findHome(context), loaded.variables)
    const settings = { ...loaded, credentials }
    const { providers, warnings: ofConversation } = resolveFallbacks(settings)
    const warnings = [...ofConversation, ...resolveSideProviders(settings).warnings]
    if (warnings.length > 0) return { level: 'warning', text: warnings.map((warning) => t.of(warning)).join(' ') }
    if (providers.length === 0) return { level: 'ok', text: t`none` }
    return { level: 'ok', text: providers.map(({ model, provider }) => `${model} (${provider})`).join(', ') }
  } catch (error) {
    if (!HermesError.is(error)) throw error
    return { level: 'error', text: t.of(error.message) }
  }
}
