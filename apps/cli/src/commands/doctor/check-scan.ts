import { HermesError } from '@hermes/core'
import { openCredentials, resolveSideProvider } from '@hermes/runtime'
import { findHome } from '../../setup/open-home.js'
import type { CheckContext, Finding } from './check.js'

/** Checks the model that judges untrusted texts, if one is configured. It is not called. */
export async function checkScan(context: CheckContext): Promise<Finding> {
  const { loaded, t } = context
  if (!loaded) return { level: 'warning', text: t`not checked, because the settings cannot be read` }
  try {
    const credentials = await openCredentials(findHome(context), loaded.variables)
    const judge = resolveSideProvider('scan_judge', { ...loaded, credentials })
    if (!judge) return { level: 'ok', text: t`by rules alone (no judge: auxiliary.scan_judge is not set)` }
    return { level: 'ok', text: t`texts that the rules let pass are judged by ${judge.model} (${judge.provider})` }
  } catch (error) {
    if (!HermesError.is(error)) throw error
    return { level: 'error', text: t.of(error.message) }
  }
}
