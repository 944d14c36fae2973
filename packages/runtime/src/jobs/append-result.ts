import type { SessionId, SessionStore } from '@hermes/core'
import { claimConversation, resolveSession } from '@hermes/core/sessions'
import { inheritOrigins, originsOf } from './inherit-origins.js'

/** The result of a job, as a conversation gets it. */
export interface AppendedResult {
  /** The conversation has a result of this id once. */
  readonly id: string
  readonly content: string
  /** Who says it. Default: the assistant. */
  readonly role?: 'assistant' | 'user'
  /** The conversation of the run. What it has read counts as read. */
  readonly runSessionId?: string | undefined
}

/** Appends a result to the end of a stored conversation, between two turns: it waits for a turn under way. */
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
