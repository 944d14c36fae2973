import { HermesError, type SessionStore, type SessionSummary } from '@hermes/core'
import { rootOf, sanitizeTitle } from '@hermes/core/sessions'

/**
 * Names the conversation that a session belongs to.
 * @returns the title as it is stored: on one line, at most 100 characters.
 * @throws {HermesError} when nothing is left of the title; {@link StoreError} `conflict` when another session has it.
 */
export async function renameConversation(store: SessionStore, member: SessionSummary, text: string) {
  const title = sanitizeTitle(text)
  if (title === undefined)
    throw new HermesError('conversation/title', 'The title is empty: give it a word that can be seen.')
  const { id } = await rootOf(store, member)
  await store.sessions.update(id, { title })
  return { id, title }
}
