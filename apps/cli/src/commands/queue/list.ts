import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { write, writeLine } from '../../io.js'
import { toItemRow } from './item-row.js'
import { withQueue } from './with-queue.js'

const usualLimit = 50

/** `hermes queue list [QUEUE]` */
export const listItems: CommandHandler = async (context) => {
  const {
    values,
    io,
    parameters: [queue],
  } = context
  const limit = values.limit ?? usualLimit
  const { status } = values
  const query = { ...(queue !== undefined && { queue }), ...(status !== undefined && { status }) }
  // Reads one more than is shown, to detect that there are more.
  const found = await withQueue(context, (work) => work.list({ ...query, ...(limit > 0 && { limit: limit + 1 }) }))
  const items = limit > 0 ? found.slice(0, limit) : found
  if (values.json) {
    await writeLine(io.stdout, JSON.stringify(items.map(toItemRow), undefined, 2))
  } else if (items.length === 0) {
    const isAll = queue === undefined && status === undefined
    await writeLine(io.stderr, isAll ? io.t`There are no waiting, claimed or dead items.` : io.t`No items match.`)
  } else {
    const { itemTable } = await import('../../render/tables/item-table.js')
    await write(io.stdout, itemTable(items, { nowMs: Date.now(), stream: io.stdout, t: io.t }))
    if (found.length > items.length && io.stderr.isTTY)
      await writeLine(io.stderr, io.t`There are more: --limit 0 shows all.`)
  }
  return exitCode.ok
}
