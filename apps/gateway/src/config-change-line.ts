import type { ConfigChange } from '@hermes/runtime'

/** What became of a change of the settings, for the log of a service. */
export function configChangeLine(change: ConfigChange): string {
  if (change.status === 'refused') return `The settings have changed, but cannot be used yet: ${change.error.message}`
  const { paths, variables, needRestart } = change
  const late = needRestart.length > 0 ? ` Restart the gateway for ${needRestart.join(', ')}.` : ''
  return `The settings have changed: ${[...paths, ...variables].join(', ')}.${late}`
}
