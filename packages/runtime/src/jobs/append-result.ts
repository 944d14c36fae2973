import type { SessionId, SessionStore } from '@hermes/core'
import { claimConversation, resolveSession } from '@hermes/core/sessions'
import { inheritOrigins, originsOf } from './inherit-origins.js'

/** The result of a job in the form in which a conversation gets it. */
export interface AppendedResult {
  /** Identifies the result: the conversation gets each id only once. */
  readonly id: string
  readonly content: string
  /** The author of the message. Default: the assistant. */
  readonly role?: 'assistant' | 'user'
  /** The conversation of the run. What it has read counts as read by the receiving conversation. */
  readonly runSessionId?: string | undefined
}

/** Appends a result to the end of a stored conversation, between two turns. Waits for a running turn to end. */
export async function appendResult(
  store: SessionStore,
  root: SessionId,
  { id: resultId, content, role = 'assistant', runSessionId }: AppendedResult,
  { signal, now }: { readonly signal: AbortSignal; readonly now: () => number },
): Promise<void> {
  await using claimed = await claimConversation(store, root, { signal })
  const { id } = await resolveSession(store, root)
  const known = await store.messages.load(id)
  if (known.some(({ platformMessageId }) => platformMessageId === resultId)) return
  await inheritOrigins(claimed.store, id, await originsOf(store, runSessionId))
  await claimed.store.messages.append(id, [
    { message: { role, content }, timestampMs: now(), platformMessageId: resultId },
  ])
}
