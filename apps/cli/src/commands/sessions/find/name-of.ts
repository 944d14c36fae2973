import type { SessionSummary } from '@hermes/core'
import { oneLine } from '../../../render/text/safe-text.js'

/** Returns the id and title of a session: `20260314_101500_ab12cd ("fix the build")`. */
export function nameOf({ id, title }: SessionSummary): string {
  return title === undefined ? id : `${id} ("${oneLine(title)}")`
}
