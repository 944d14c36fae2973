import { HermesError, type SessionStore, type SessionSummary } from '@hermes/core'
import { rootOf, sanitizeTitle } from '@hermes/core/sessions'

/**
 * Sets the title of the conversation that a session belongs to.
 * @returns the stored title: on one line, at most 100 characters.
 * @throws {HermesError} when nothing is left of the title; {@link StoreError} `conflict` when another session has it.
 */
export async function renameConversation(store: SessionStore, member: SessionSummary, text: string) {
  const title = sanitizeTitle(text)
  if (title === undefined) throw new HermesError('conversation/title', 'The title is empty: use visible characters.')
  const { id } = await rootOf(store, member)
  await store.sessions.update(id, { title })
  return { id, title }
}
