import { type StoredMessage, textOf } from '@hermes/core'
import { isNotFromUser } from '@hermes/core/sessions'
import { isWake } from '@hermes/safety'

/**
 * Whether Hermes sent this message to the model within a turn, such as the end of a background process, or that a goal is not reached. It
 * is not an input and has no turn.
 */
export function joinsTurn({ message, platformMessageId }: StoredMessage): boolean {
  if (message.role !== 'user' || platformMessageId !== undefined) return false
  const text = textOf(message.content)
  return isNotFromUser(text) && !isWake(text)
}
