import type { ConfigChange } from '@hermes/runtime'
import { oneLine } from './safe-text.js'

/** The outcome of a change of the settings, on one line. */
export function configChangeLine(change: ConfigChange): string {
  if (change.status === 'refused') return `The settings have changed, but are invalid: ${oneLine(change.error.message)}`
  const { paths, variables, needRestart } = change
  const changed = [...paths, ...variables]
  const shown = changed.slice(0, 3).join(', ') + (changed.length > 3 ? ` and ${changed.length - 3} more` : '')
  const late = needRestart.length > 0 ? ` Restart Hermes to apply ${needRestart.join(', ')}.` : ''
  return oneLine(`The settings have changed: ${shown}.${late}`)
}
