import type { Translate } from '@hermes/safety/language'

/** Who made a change: `agent`, `person` or `curator`. Another one is named as it is. */
export function authorName(by: string, t: Translate): string {
  if (by === 'agent') return t`agent`
  if (by === 'person') return t`person`
  return by === 'curator' ? t`curator` : by
}
