import { type StoredMessage, textOf } from '@hermes/core'
import { isNotFromUser } from '@hermes/core/sessions'
import { isWake } from '@hermes/safety'

/** Whether Hermes told it to the model within a turn, such as the end of a background process, or that its goal is not reached: it is no input, and has no turn of its own. */
export function joinsTurn({ message, platformMessageId }: StoredMessage): boolean {
  if (message.role !== 'user' || platformMessageId !== undefined) return false
  const text = textOf(message.content)
  return isNotFromUser(text) && !isWake(text)
}
