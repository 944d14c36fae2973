import type { Translate } from '@hermes/safety/language'
import type { Finding } from '../../doctor/check.js'

/** For a check without settings. */
export function unread(t: Translate): Finding {
  return {
    level: 'warning',
    text: t`not checked, because the settings cannot be read`,
    fix: t`For the reason: hermes config check`,
  }
}
