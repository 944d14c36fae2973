import type { WorkItemRecord } from '@hermes/core/queue'
import type { Translate } from '@hermes/safety/language'
import type { OutputStream } from '../../io.js'
import { columnsOf } from '../screen/screen.js'
import { formatAge, formatDuration } from '../text/format.js'
import { oneLine } from '../text/safe-text.js'
import { padded, truncate } from '../text/text-width.js'

export interface ItemTableOptions {
  readonly nowMs: number
  /** Output of the table. A terminal gets truncated rows; a pipe gets the full text. */
  readonly stream: OutputStream
  readonly t: Translate
}

/** Renders a table of work queue items: status, age, queue, lane, id and remarks. */
export function itemTable(items: readonly WorkItemRecord[], { nowMs, stream, t }: ItemTableOptions): string {
  const columns = stream.isTTY ? columnsOf(stream) : Number.POSITIVE_INFINITY
  const rows = items.map((item) => {
    const { status, putAtMs, queue, lane, id } = item
    const place = [queue, lane, id].map(oneLine)
    const age = formatAge(putAtMs, nowMs, t)
    return [padded(sayStatus(status, t), 7), padded(age, 12), ...place, describeItem(item, nowMs, t)].join('  ')
  })
  return rows.map((row) => `${truncate(row, columns).trimEnd()}\n`).join('')
}

/** Returns the word for the status of an item. */
export function sayStatus(status: WorkItemRecord['status'], t: Translate): string {
  return { waiting: t`waiting`, claimed: t`claimed`, dead: t`dead`, done: t`done` }[status]
}

/** Returns the retry time of the item, or why it failed. */
export function describeItem(
  { status, attempt, holder, ...item }: WorkItemRecord,
  nowMs: number,
  t: Translate,
): string {
  const error = item.error === undefined ? '' : t`: ${oneLine(t.of(item.error))}`
  if (item.isDamaged) return t`damaged${error}`
  if (status === 'dead') return t`given up after ${t.count(attempt, 'attempt')}${error}`
  if (status === 'claimed') return t`attempt ${attempt}, ${oneLine(holder ?? t`an unknown process`)}`
  if (status === 'done') return t`done`
  if (attempt > 0) return t`attempt ${attempt + 1} in ${untilThen(item.retryAtMs, nowMs)}${error}`
  return item.notBeforeMs !== undefined && item.notBeforeMs > nowMs
    ? t`in ${untilThen(item.notBeforeMs, nowMs)}${error}`
    : ''
}

function untilThen(thenMs = 0, nowMs: number): string {
  return formatDuration(Math.max(0, thenMs - nowMs))
}
