import type { InboundEvent } from '@hermes/core/platform'
import { formatMinutes } from '../network/format-minutes.js'
import type { KnownPerson } from '../network/known-person.js'
import { type Access, outranks, ownerId } from './access.js'
import type { AuditEntry } from './audit-log.js'
import { codeLifeMs, type Links, type Redeemed } from './links.js'

const line = /^\/link(?:\s+(\w+))?$/i

/** The outcome of `/link`. */
export interface LinkAnswer {
  /** The text for the person. */
  readonly text: string
  /** The entry for the audit log. */
  readonly entry: Pick<AuditEntry, 'event' | 'person' | 'role' | 'detail'>
}

export interface LinkPlace {
  readonly network: string
  readonly who: KnownPerson | undefined
  readonly links: Links
  readonly access: Pick<Access, 'roleOf'>
}

/**
 * Answers `/link` and `/link CODE` in a direct chat.
 * @returns `undefined` if the event is something else, and for a stranger without a code.
 */
export async function answerLink(
  event: InboundEvent,
  { network, who, links, access }: LinkPlace,
): Promise<LinkAnswer | undefined> {
  if (event.type !== 'message' || event.chatType !== 'direct' || event.sender.isBot) return undefined
  const found = line.exec(event.text.trim())
  if (!found) return undefined
  const [, code] = found
  const about = { ...(who && { person: who.person.id, role: who.role }), detail: '/link' }
  if (code !== undefined) {
    // Otherwise, somebody could hand out a code to get the rights of the person who sends it.
    const mayBecome = async (person: string) => !who || !outranks(who.role, await access.roleOf(person))
    const redeemed = await links.redeem(code, { network, userId: event.sender.id, person: who?.person.id, mayBecome })
    const text = textOf(redeemed)
    if (redeemed.type !== 'linked') return { text, entry: { event: 'refused', ...about } }
    return { text, entry: { event: 'linked', person: redeemed.person } }
  }
  if (!who) return undefined
  const own = await links.codeFor(who.person.id)
  const text = `Send \`/link ${own}\` to this agent on your other network within ${codeLifeMs / 60_000} minutes. Anyone who sends it acts as you.`
  return { text, entry: { event: 'command', ...about } }
}

function textOf(redeemed: Redeemed): string {
  switch (redeemed.type) {
    case 'linked':
      return `You are ${here(redeemed.person)}, too. New conversations share what the agent knows about you.`
    case 'own':
      return 'This is your own code. Send it from the account that you want to link.'
    case 'barred':
      return 'You have more rights than the person who asked for this code. Write /link here, and send that code from the other account.'
    case 'wrong':
      return 'There is no such code. Write /link on your other network for a new one.'
    case 'locked':
      return `You have sent too many wrong codes: none is accepted for ${formatMinutes(redeemed.forMs)}. Then write /link on your other network for a new one.`
  }
}

function here(person: string): string {
  return person === ownerId ? 'the owner of this agent here' : `${person} here`
}
