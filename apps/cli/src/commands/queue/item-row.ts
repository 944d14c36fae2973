import type { WorkItemRecord } from '@hermes/core/queue'

/** Returns an item of the work queue for scripts, with times in seconds. */
export function toItemRow(item: WorkItemRecord) {
  return {
    queue: item.queue,
    lane: item.lane,
    id: item.id,
    status: item.status,
    attempt: item.attempt,
    damaged: item.isDamaged ?? false,
    payload: item.payload,
    put_at: item.putAtMs / 1000,
    not_before: seconds(item.notBeforeMs),
    retry_at: seconds(item.retryAtMs),
    settled_at: seconds(item.settledAtMs),
    error: item.error ?? null,
    holder: item.holder ?? null,
  }
}

function seconds(milliseconds: number | undefined): number | null {
  return milliseconds === undefined ? null : milliseconds / 1000
}
