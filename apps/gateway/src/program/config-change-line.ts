import type { ConfigChange } from '@hermes/runtime'

/** The outcome of a change of the settings, for the log of a service. */
export function configChangeLine(change: ConfigChange): string {
  if (change.status === 'refused') return `The settings have changed, but are invalid: ${change.error.message}`
  if (change.status === 'repaired') return 'The settings are valid again.'
  const { paths, variables, needRestart } = change
  const late = needRestart.length > 0 ? ` Restart the gateway to apply ${needRestart.join(', ')}.` : ''
  return `The settings have changed: ${[...paths, ...variables].join(', ')}.${late}`
}
