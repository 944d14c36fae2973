import type { SessionStore } from '@hermes/core'
import type { WorkItemRecord } from '@hermes/core/queue'

/** Returns the unfinished items, without reviews of conversations, which wait until their conversation has been quiet. */
export async function leftInQueue({ queue }: SessionStore): Promise<readonly WorkItemRecord[]> {
  const items = (await queue?.list()) ?? []
  return items.filter(({ queue: name, status }) => status !== 'done' && name !== 'memory-review')
}
