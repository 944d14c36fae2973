import type { WorkItemRecord, WorkQueue } from '@hermes/core/queue'

export interface OrphanLanesOptions {
  readonly queue: WorkQueue
  /** The name of the queue. */
  readonly name: string
  readonly now?: () => number
}

/** Lanes of a queue whose items no process takes, because their turn or their process has ended. */
export interface OrphanLanes extends Disposable {
  readonly lanes: readonly string[]
}

const orphanMs = 2_000

/** Looks for orphan lanes every two seconds until it is disposed. */
export function watchOrphanLanes({ queue, name, now = Date.now }: OrphanLanesOptions): OrphanLanes {
  let lanes: readonly string[] = []
  async function find(): Promise<void> {
    const items = await queue.list({ queue: name })
    lanes = items.filter(isOrphan).map(({ lane }) => lane)
  }
  /** Clocks may differ or be set back, so the store decides whether a claim has ended. */
  function isOrphan({ status, putAtMs, claimedUntilMs = Number.POSITIVE_INFINITY }: WorkItemRecord): boolean {
    return status === 'waiting' ? Math.abs(now() - putAtMs) > orphanMs : status === 'claimed' && claimedUntilMs < now()
  }
  const timer = setInterval(() => void find().catch(() => undefined), orphanMs)
  return {
    get lanes() {
      return lanes
    },
    [Symbol.dispose]: () => clearInterval(timer),
  }
}
