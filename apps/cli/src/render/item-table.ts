import type { WorkItemRecord } from '@hermes/core/queue'
import type { OutputStream } from '../io.js'
import { formatAge, formatDuration } from './format.js'
import { oneLine } from './safe-text.js'
import { columnsOf } from './screen.js'
import { truncate } from './text-width.js'

export interface ItemTableOptions {
  readonly nowMs: number
  /** A terminal gets truncated rows; a pipe gets the full text. */
  readonly stream: OutputStream
}

/** A table of work queue items: status, age, queue, lane, id and remarks. */
export function itemTable(items: readonly WorkItemRecord[], { nowMs, stream }: ItemTableOptions): string {
  const columns = stream.isTTY ? columnsOf(stream) : Number.POSITIVE_INFINITY
  const rows = items.map((item) => {
    const { status, putAtMs, queue, lane, id } = item
    const place = [queue, lane, id].map(oneLine)
    return [status.padEnd(7), formatAge(putAtMs, nowMs).padEnd(12), ...place, describeItem(item, nowMs)].join('  ')
  })
  return rows.map((row) => `${truncate(row, columns).trimEnd()}\n`).join('')
}

/** The retry time of the item, or why it failed. */
export function describeItem({ status, attempt, holder, ...item }: WorkItemRecord, nowMs: number): string {
  const error = item.error === undefined ? '' : `: ${oneLine(item.error)}`
  if (item.isDamaged) return `damaged${error}`
  if (status === 'dead') return `given up after ${attempt} attempt${attempt === 1 ? '' : 's'}${error}`
  if (status === 'claimed') return `attempt ${attempt}, ${oneLine(holder ?? 'an unknown process')}`
  if (status === 'done') return 'done'
  if (attempt > 0) return `attempt ${attempt + 1} in ${untilThen(item.retryAtMs, nowMs)}${error}`
  return item.notBeforeMs !== undefined && item.notBeforeMs > nowMs ? `in ${untilThen(item.notBeforeMs, nowMs)}` : ''
}

function untilThen(thenMs = 0, nowMs: number): string {
  return formatDuration(Math.max(0, thenMs - nowMs))
}
