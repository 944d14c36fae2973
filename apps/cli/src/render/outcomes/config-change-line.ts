import type { ConfigChange } from '@hermes/runtime'
import { english, type Translate } from '@hermes/safety/language'
import { oneLine } from '../text/safe-text.js'

/** Describes the outcome of a change of the settings on one line. */
export function configChangeLine(change: ConfigChange, t: Translate = english): string {
  if (change.status === 'refused')
    return t`The settings have changed, but are invalid: ${oneLine(t.of(change.error.message))}`
  if (change.status === 'repaired') return t`The settings are valid again.`
  const { paths, variables, needRestart } = change
  const changed = [...paths, ...variables]
  const named = changed.slice(0, 3).join(t`, `)
  const shown = changed.length > 3 ? t`${named} and ${changed.length - 3} more` : named
  const late = needRestart.length > 0 ? t`Restart Hermes to apply ${needRestart.join(t`, `)}.` : ''
  return oneLine([t`The settings have changed: ${shown}.`, late].filter(Boolean).join(t` `))
}
