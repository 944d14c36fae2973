import { addUsage, noUsage, type SessionId, type SessionStore } from '@hermes/core'
import { lineageMembers, rootOf, turnTask } from '@hermes/core/sessions'
import { tokensOf } from './tokens.js'
import type { Tokens } from './tokens-schema.js'

/**
 * What all turns of a conversation have used until now, without its side tasks and sub-agents. `undefined` with a store that does not keep it
 * apart.
 */
export async function turnUsage(id: SessionId, store: SessionStore): Promise<Tokens | undefined> {
  if (!store.usage) return undefined
  const record = await store.sessions.get(id)
  if (!record) return tokensOf(noUsage)
  const { usage } = store
  const members = await lineageMembers(store, await rootOf(store, record))
  const accounts = await Promise.all(members.map((member) => usage.accounts({ sessionId: member.id })))
  const ofTurns = accounts.flat().filter(({ task }) => task === turnTask)
  return tokensOf(ofTurns.reduce((sum, account) => addUsage(sum, account.usage), noUsage))
}
