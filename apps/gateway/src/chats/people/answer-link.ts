import type { InboundEvent } from '@hermes/core/platform'
import { formatMinutes } from '../network/format-minutes.js'
import type { KnownPerson } from '../network/known-person.js'
import { ownerId } from './access.js'
import { codeLifeMs, type Links, type Redeemed } from './links.js'

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
    return textOf(await links.redeem(code, { network, userId: event.sender.id, person: who?.person.id }))
  }
  if (!who) return undefined
  const own = await links.codeFor(who.person.id)
  return `Send \`/link ${own}\` to this agent on your other network within ${codeLifeMs / 60_000} minutes. Anyone who sends it acts as you.`
}

function textOf(redeemed: Redeemed): string {
  switch (redeemed.type) {
    case 'linked':
      return `You are ${here(redeemed.person)}, too. New conversations share what the agent knows about you.`
    case 'own':
      return 'This is your own code. Send it from the account that you want to link.'
    case 'wrong':
      return 'There is no such code. Write /link on your other network for a new one.'
    case 'locked':
      return `You have sent too many wrong codes: none is accepted for ${formatMinutes(redeemed.forMs)}. Then write /link on your other network for a new one.`
  }
}

function here(person: string): string {
  return person === ownerId ? 'the owner of this agent here' : `${person} here`
}
