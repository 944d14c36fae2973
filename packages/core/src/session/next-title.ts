import type { SessionRecord, SessionStore } from '../contracts/session-store.js'

/** `#2`, `#3`, ... behind the title of the lineage's first session; nothing where that has none. */
export async function nextTitle(store: SessionStore, root: SessionRecord): Promise<string | undefined> {
  if (root.title === undefined) return undefined
  for (let number = 2; ; number++) {
    const title = `${root.title} #${number}`
    const [taken] = await store.sessions.find({ title, limit: 1 })
    if (!taken) return title
  }
}
