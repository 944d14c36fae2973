import type { InboundEvent } from '@hermes/core/platform'
import type { KnownPerson } from '../network/known-person.js'
import { codeLifeMs, type Links } from './links.js'

const line = /^\/link(?:\s+(\w+))?$/i

/**
 * Answers `/link` and `/link CODE` of a direct chat.
 * @returns the text for the person; `undefined` if it is something else, and for a stranger without a code.
 */
export async function answerLink(
  event: InboundEvent,
  { network, who, links }: { readonly network: string; readonly who: KnownPerson | undefined; readonly links: Links },
): Promise<string | undefined> {
  if (event.type !== 'message' || event.chatType !== 'direct' || event.sender.isBot) return undefined
  const found = line.exec(event.text.trim())
  if (!found) return undefined
  const [, code] = found
  if (code !== undefined) {
    const person = await links.redeem(code, network, event.sender.id)
    return person === undefined
      ? 'There is no such code. Write /link on your other network for a new one.'
      : `You are ${person} here, too. New conversations share what the agent knows about you.`
  }
  if (!who) return undefined
  const own = await links.codeFor(who.person.id)
  return `Send \`/link ${own}\` to this agent on your other network within ${codeLifeMs / 60_000} minutes. Anyone who sends it acts as you.`
}
