import { scrubVariables } from '@hermes/environments'
import { environmentKeys, type Variables } from '@hermes/runtime'

/**
 * Returns the variables of the process that another profile may see. Its keys and settings come from its own files: what is set for the process belongs
 * to the profile that was started.
 */
export function sharedVariables(variables: Variables): Variables {
  const settings = new Set(environmentKeys.map(({ variable }) => variable))
  return Object.fromEntries(Object.entries(scrubVariables(variables)).filter(([name]) => !settings.has(name)))
}
