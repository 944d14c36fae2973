import type { Translate } from '@hermes/safety/language'

/** Returns the author of a change: `agent`, `person` or `curator`, translated. Any other name stays unchanged. */
export function authorName(by: string, t: Translate): string {
  if (by === 'agent') return t`agent`
  if (by === 'person') return t`person`
  return by === 'curator' ? t`curator` : by
}
