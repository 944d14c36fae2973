import type { JsonObject, SessionId } from '@hermes/core'

/** An event of a background process to report to the model. */
export interface NewsItem {
  readonly processId: string
  /** Report for the model. */
  readonly report: JsonObject
}

/** Unreported events, by session. */
export interface ProcessNews {
  add(sessionId: SessionId, item: NewsItem): void
  /** Returns the unreported items of a session, oldest first. */
  pending(sessionId: SessionId): readonly NewsItem[]
  /** Returns all items of a session and marks them as reported. */
  take(sessionId: SessionId): readonly NewsItem[]
  /** Puts back items that could not be reported. */
  requeue(sessionId: SessionId, items: readonly NewsItem[]): void
  /** Removes the items of a process that the model already knows. */
  drop(sessionId: SessionId, processId: string): void
  isPending(sessionId: SessionId, processId?: string): boolean
}

/** Maximum number of unreported items; the oldest are dropped. */
const mostItems = 100

/** @param onAdd Called for each new item. */
export function createProcessNews(
  onAdd: (sessionId: SessionId, item: NewsItem) => void = () => undefined,
): ProcessNews {
  const pending = new Map<SessionId, readonly NewsItem[]>()
  const of = (sessionId: SessionId) => pending.get(sessionId) ?? []
  const set = (sessionId: SessionId, items: readonly NewsItem[]) => {
    if (items.length > 0) pending.set(sessionId, items.slice(-mostItems))
    else pending.delete(sessionId)
  }
  return {
    add(sessionId, item) {
      set(sessionId, [...of(sessionId), item])
      onAdd(sessionId, item)
    },
    pending: of,
    take(sessionId) {
      const items = of(sessionId)
      pending.delete(sessionId)
      return items
    },
    requeue: (sessionId, items) => set(sessionId, [...items, ...of(sessionId)]),
    drop: (sessionId, processId) =>
      set(
        sessionId,
        of(sessionId).filter((item) => item.processId !== processId),
      ),
    isPending: (sessionId, processId) =>
      of(sessionId).some((item) => processId === undefined || item.processId === processId),
  }
}
