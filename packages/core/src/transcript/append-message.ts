import type { Message } from '../contracts/model/message.js'
import { joinMessages } from './merge-roles.js'
import { repairMessage } from './repair-message.js'

/** Appends a message to a valid history and keeps it valid, looking only at its end. */
export function appendMessage(history: Message[], message: Message): void {
  const repaired = repairMessage(message)
  if (!repaired) return
  const last = history.at(-1)
  const joined = last && joinMessages(last, repaired)
  if (joined) history[history.length - 1] = joined
  else history.push(repaired)
}
