import type { JsonObject, SessionId } from '@hermes/core'

/** Something that the model of a session has to hear of a process that it did not wait for. */
export interface NewsItem {
  readonly processId: string
  /** For the model. */
  readonly report: JsonObject
  /** One line, for people. */
  readonly line: string
}

/** What has not been told yet, by session. */
export interface ProcessNews {
  add(sessionId: SessionId, item: NewsItem): void
  /** All that there is for a session; it counts as told then. */
  take(sessionId: SessionId): readonly NewsItem[]
  /** It could not be told. */
  giveBack(sessionId: SessionId, items: readonly NewsItem[]): void
  /** The model knows it already. */
  drop(sessionId: SessionId, processId: string): void
  isPending(sessionId: SessionId, processId?: string): boolean
}

/** So much is kept of what nobody has asked for; the oldest goes first. */
const mostItems = 100

/** How the message begins that tells of processes. */
export const newsHeading = '[Not from the user: news of your background processes.]'

/** @param onAdd Hears of each item as it comes. */
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
    take(sessionId) {
      const items = of(sessionId)
      pending.delete(sessionId)
      return items
    },
    giveBack: (sessionId, items) => set(sessionId, [...items, ...of(sessionId)]),
    drop: (sessionId, processId) =>
      set(
        sessionId,
        of(sessionId).filter((item) => item.processId !== processId),
      ),
    isPending: (sessionId, processId) =>
      of(sessionId).some((item) => processId === undefined || item.processId === processId),
  }
}

/** One message of several items. */
export function toMessage(items: readonly Pick<NewsItem, 'report'>[]): string {
  return `${newsHeading}\n${JSON.stringify({ processes: items.map(({ report }) => report) })}`
}
