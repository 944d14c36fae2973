import { addUsage, noUsage, type SessionId, type SessionStore } from '@hermes/core'
import { lineageMembers, rootOf, turnTask } from '@hermes/core/sessions'
import { tokensOf } from './tokens.js'
import type { Tokens } from './tokens-schema.js'

/**
 * Returns the usage of all turns of a conversation so far, without its side tasks and sub-agents. `undefined` if the store does not record it
 * separately.
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
