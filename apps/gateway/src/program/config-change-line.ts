import type { ConfigChange } from '@hermes/runtime'

/** Returns the log line for the outcome of a change to the settings. */
export function configChangeLine(change: ConfigChange): string {
  if (change.status === 'refused') return `The settings have changed, but are invalid: ${change.error.message}`
  if (change.status === 'repaired') return 'The settings are valid again.'
  const { paths, variables, needRestart } = change
  const late = needRestart.length > 0 ? ` Restart the gateway to apply ${needRestart.join(', ')}.` : ''
  return `The settings have changed: ${[...paths, ...variables].join(', ')}.${late}`
}
