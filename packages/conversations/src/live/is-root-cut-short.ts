import type { SessionStore, SessionSummary } from '@hermes/core'
import { isCutShort, newestOf } from '@hermes/core/sessions'

/** Whether the newest turn of a conversation was cut short. `root`: its first session. */
export async function isRootCutShort(store: SessionStore, root: SessionSummary): Promise<boolean> {
  const { id } = await newestOf(store, root)
  return isCutShort(await store.messages.load(id, { limit: 1, fromEnd: true }))
}
