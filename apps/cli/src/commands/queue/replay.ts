import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { UsageError } from '../../usage-error.js'
import { noSuchItem, withQueue } from './with-queue.js'

/** `hermes queue replay QUEUE [ID...]` */
export const replayItems: CommandHandler = async (context) => {
  const {
    values,
    io,
    parameters: [queue = '', ...given],
  } = context
  if (given.length === 0 && !values.all) throw new UsageError('Name the items to replay, or use --all.')
  const replayed = await withQueue(context, async (work) => {
    const ids = values.all ? (await work.list({ queue, status: 'dead' })).map(({ id }) => id) : given
    const done: string[] = []
    for (const id of ids) {
      if (await work.replay({ queue, id })) done.push(id)
      else if (!values.all) throw noSuchItem({ queue, id }, 'dead')
    }
    return done
  })
  if (values.json) await writeLine(io.stdout, JSON.stringify({ queue, replayed }, undefined, 2))
  else await writeLine(io.stderr, io.t`${io.t.count(replayed.length, 'item')} will be retried.`)
  return exitCode.ok
}
