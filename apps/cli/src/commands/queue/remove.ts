import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { noSuchItem, withQueue } from './with-queue.js'

/** `hermes queue remove QUEUE ID...` */
export const removeItems: CommandHandler = async (context) => {
  const {
    values,
    io,
    parameters: [queue = '', ...ids],
  } = context
  await withQueue(context, async (work) => {
    for (const id of ids) {
      if (!(await work.remove({ queue, id }))) throw noSuchItem({ queue, id }, 'waiting or dead')
    }
  })
  if (values.json) await writeLine(io.stdout, JSON.stringify({ queue, removed: ids }, undefined, 2))
  else await writeLine(io.stderr, io.t`${io.t.count(ids.length, 'item')} removed.`)
  return exitCode.ok
}
