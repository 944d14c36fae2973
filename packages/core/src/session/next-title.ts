import type { SessionRecord, SessionStore } from '../contracts/sessions/session-store.js'
import { rootOf } from './lineage.js'
import { lineageRootOf } from './lineage-root.js'
import { numberedTitle } from './sanitize-title.js'

/**
 * Returns the title of a session's continuation: the title of the lineage's first session followed by `#2`, `#3`, ...; `undefined`
 * if that has none.
 */
export async function nextTitle(store: SessionStore, parent: SessionRecord): Promise<string | undefined> {
  const root = (await store.sessions.get(await lineageRootOf(store, parent))) ?? (await rootOf(store, parent))
  const { title: base } = root
  if (base === undefined) return undefined
  for (let number = numberOf(parent.title, base) + 1; ; number++) {
    const title = numberedTitle(base, number)
    const [taken] = await store.sessions.find({ title, limit: 1 })
    if (!taken) return title
  }
}

/**
 * Returns the number of a title. The first session counts as number 1, and so does one that was named before the first.
 */
function numberOf(title: string | undefined, base: string): number {
  if (!title?.startsWith(`${base} #`)) return 1
  const number = Number(title.slice(base.length + 2))
  return Number.isSafeInteger(number) && number > 1 ? number : 1
}
