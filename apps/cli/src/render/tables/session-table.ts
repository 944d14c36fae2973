import type { SessionSummary } from '@hermes/core'
import { english, type Translate } from '@hermes/safety/language'
import type { OutputStream } from '../../io.js'
import { columnsOf } from '../screen/screen.js'
import { formatAge } from '../text/format.js'
import { oneLine } from '../text/safe-text.js'
import { padded, paddedLeft, truncate } from '../text/text-width.js'

export interface SessionTableOptions {
  readonly now: number
  /** Output of the table. A terminal gets truncated rows; a pipe gets the full text. */
  readonly stream: OutputStream
  /** Language of the user. Default: English. */
  readonly t?: Translate
}

/** Renders a table of sessions, one per row. */
export function sessionTable(
  records: readonly SessionSummary[],
  { now, stream, t = english }: SessionTableOptions,
): string {
  const columns = stream.isTTY ? columnsOf(stream) : Number.POSITIVE_INFINITY
  const rows = records.map((record) => {
    const age = formatAge(record.lastActivityAtMs, now, t)
    const count = t`${record.messageCount} msg`
    const title = oneLine(record.title ?? '')
    return [oneLine(record.id), padded(age, 12), paddedLeft(count, 8), oneLine(record.source).padEnd(8), title].join(
      '  ',
    )
  })
  return rows.map((row) => `${truncate(row, columns).trimEnd()}\n`).join('')
}
