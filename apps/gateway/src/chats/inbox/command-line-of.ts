import type { InboundEvent } from '@hermes/core/platform'
import { isCommand } from '../network/chat-origin.js'
import { commandOfPress } from '../replies/text/reply-text.js'

/** Returns the line of a typed command, or of the command behind a pressed button. */
export function commandLineOf(event: InboundEvent): string | undefined {
  if (event.type === 'press') return commandOfPress(event.value)
  return isCommand(event) ? event.text : undefined
}
