import { basename } from 'node:path'
import { PlatformError } from '@hermes/core/platform'
import type { OutboundPayload } from '../network/payload.js'

/**
 * Returns what a chat reads about a message that was given up. `undefined` if nothing is missed without the message, or if the message is not the
 * reason, because then no other one would arrive either.
 */
export function undeliveredText(
  { file, removes, settles, withdraws, isMinor = false, isNotice = false }: OutboundPayload,
  error: unknown,
): string | undefined {
  if (!PlatformError.is(error) || !['refused', 'too-long'].includes(error.kind)) return undefined
  if (removes || settles !== undefined || withdraws !== undefined || isMinor || isNotice) return undefined
  return `⚠️ ${file ? basename(file.path) : 'A message'} could not be sent. ${error.message}`
}
