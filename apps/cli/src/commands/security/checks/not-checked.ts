import type { Translate } from '@hermes/safety/language'
import type { Finding } from '../../doctor/check.js'

/** Returns the finding of a check whose settings could not be read. */
export function notChecked(t: Translate): Finding {
  return {
    level: 'warning',
    text: t`not checked, because the settings cannot be read`,
    fix: t`For the reason: hermes config check`,
  }
}
