import type { BusyMode } from '@hermes/conversations'
import { busyMeanings } from '@hermes/conversations/commands'
import type { InboundEvent } from '@hermes/core/platform'
import type { ChatNetwork } from '../network/chat-network.js'
import { keyOf } from '../network/chat-origin.js'
import type { BusyModes } from './busy-modes.js'

/**
 * Answers `/busy`, which sets what a message of the conversation does during a turn. It is handled here because a chat asks before it opens its
 * conversation, and any process may receive the message.
 * @returns the text for the person, or `undefined` if it is another command.
 */
export async function answerBusy(
  line: string,
  event: InboundEvent,
  network: ChatNetwork,
  modes: BusyModes,
): Promise<string | undefined> {
  const [name = '', given = 'status', ...more] = line.trim().toLowerCase().split(/\s+/)
  if (name !== '/busy') return undefined
  if (more.length > 0 || (given !== 'status' && !isMode(given)))
    return `Write /busy ${Object.keys(busyMeanings).join(', /busy ')} or /busy status.`
  const key = keyOf(event, network)
  if (isMode(given)) await modes.set(key, given)
  const mode = isMode(given) ? given : await modes.of(key, network)
  return `${mode}: ${busyMeanings[mode]}.`
}

function isMode(word: string): word is BusyMode {
  return Object.hasOwn(busyMeanings, word)
}
