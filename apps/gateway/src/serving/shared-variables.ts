import { scrubVariables } from '@hermes/environments'
import { environmentKeys, type Variables } from '@hermes/runtime'

/**
 * Returns the variables of the process that another profile may see. Its keys and settings come from its own files: those of the process belong to
 * the profile that it was started for.
 */
export function sharedVariables(variables: Variables): Variables {
  const settings = new Set(environmentKeys.map(({ variable }) => variable))
  return Object.fromEntries(Object.entries(scrubVariables(variables)).filter(([name]) => !settings.has(name)))
}
