import type { WorkItemRecord } from '@hermes/core/queue'
import type { Translate } from '@hermes/safety/language'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { describeItem, sayStatus } from '../../render/tables/item-table.js'
import { exactText, oneLine } from '../../render/text/safe-text.js'
import { toItemRow } from './item-row.js'
import { noSuchItem, withQueue } from './with-queue.js'

/** `hermes queue show QUEUE ID` */
export const showItem: CommandHandler = async (context) => {
  const {
    values,
    io,
    parameters: [queue = '', id = ''],
  } = context
  const item = await withQueue(context, (work) => work.get({ queue, id }))
  if (!item) throw noSuchItem({ queue, id })
  const text = values.json ? JSON.stringify(toItemRow(item), undefined, 2) : describe(item, io.t)
  await writeLine(io.stdout, text)
  return exitCode.ok
}

function describe(item: WorkItemRecord, t: Translate): string {
  const { queue, lane, id, status, putAtMs, payload } = item
  return [
    `${oneLine(queue)} / ${oneLine(lane)} / ${oneLine(id)}`,
    `${sayStatus(status, t)}  ${describeItem(item, Date.now(), t)}`.trimEnd(),
    t`put ${new Date(putAtMs).toISOString()}`,
    exactText(JSON.stringify(payload, undefined, 2)),
  ].join('\n')
}
