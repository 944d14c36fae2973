import type { Finding } from '../../doctor/check.js'

/** For a check without settings. */
export const unread: Finding = {
  level: 'warning',
  text: 'not checked, because the settings cannot be read',
  fix: 'For the reason: hermes config check',
}
