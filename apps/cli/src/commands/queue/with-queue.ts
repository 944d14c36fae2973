import { HermesError } from '@hermes/core'
import type { WorkItemRef, WorkQueue } from '@hermes/core/queue'
import type { CommandContext } from '../../arguments/command-spec.js'
import { oneLine } from '../../render/text/safe-text.js'
import { withStore } from '../../setup/with-store.js'

/** Runs an operation on the work queue of the home, then closes its store. Does not need valid settings. */
export function withQueue<Result>(
  context: CommandContext,
  use: (queue: WorkQueue) => Promise<Result>,
): Promise<Result> {
  return withStore(context, async ({ queue }) => {
    if (!queue) throw new TypeError('This store has no work queue.')
    return use(queue)
  })
}

/** @param state Required state of the item: `dead`. */
export function noSuchItem(item: WorkItemRef, state?: 'dead' | 'waiting or dead'): HermesError {
  const [queue, id] = [oneLine(item.queue), oneLine(item.id)]
  if (state === undefined)
    return new HermesError('queue/not-found', `The queue "${queue}" has no item "${id}": see \`hermes queue list\`.`)
  return new HermesError(
    'queue/not-found',
    state === 'dead'
      ? `The queue "${queue}" has no dead item "${id}": see \`hermes queue list\`.`
      : `The queue "${queue}" has no waiting or dead item "${id}": see \`hermes queue list\`.`,
  )
}
