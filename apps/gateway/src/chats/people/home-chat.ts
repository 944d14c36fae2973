import type { Command } from '@hermes/conversations/commands'
import type { InboundEvent } from '@hermes/core/platform'
import { formatPlace } from '@hermes/platforms/messages'
import { addressOf } from '../network/chat-origin.js'
import type { KnownPerson } from '../network/known-person.js'

/** Writes a setting to the config of the home. */
export type SaveSetting = (path: string, value: string) => Promise<unknown>

/**
 * Answers `/sethome`, which makes the chat the one for messages and job results that name only its network.
 * @returns the text for the person, or `undefined` if it is another command.
 */
export async function answerSetHome(
  line: string,
  event: InboundEvent,
  { network, who, save }: { readonly network: string; readonly who: KnownPerson; readonly save: SaveSetting },
): Promise<string | undefined> {
  if (!/^\/sethome\b/i.test(line)) return undefined
  if (who.role !== 'owner' && who.role !== 'admin') return 'Only an administrator can choose the home chat.'
  const place = formatPlace(addressOf(event))
  await save(`platforms.${network}.home_chat`, place)
  return `This is the home chat of ${network} now: messages and results of jobs for \`${network}\` come here.`
}

/** The entry of `/sethome` in the list of commands. The inbox answers it, because it knows the chat. */
export const homeCommand: Command = {
  name: 'sethome',
  description: 'send results of jobs and messages for this network to this chat',
  category: 'settings',
  surfaces: ['chat'],
  who: 'admin',
  run: async () => ({ type: 'error', text: 'Write /sethome in a chat of the network.' }),
}
