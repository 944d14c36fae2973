import type { SessionStore } from '@hermes/core'
import type { WorkItemRecord } from '@hermes/core/queue'

/** What is still to be done. Without reviews of conversations, which wait until these have rested. */
export async function leftInQueue({ queue }: SessionStore): Promise<readonly WorkItemRecord[]> {
  const items = (await queue?.list()) ?? []
  return items.filter(({ queue: name, status }) => status !== 'done' && name !== 'memory-review')
}
