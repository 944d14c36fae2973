import { HermesError } from '@hermes/core'
import type { WorkItemRef, WorkQueue } from '@hermes/core/queue'
import type { CommandContext } from '../../arguments/command-spec.js'
import { oneLine } from '../../render/safe-text.js'
import { withStore } from '../../setup/with-store.js'

/** Runs an operation on the work queue of the home and closes its store. Needs no valid settings. */
export function withQueue<Result>(
  context: CommandContext,
  use: (queue: WorkQueue) => Promise<Result>,
): Promise<Result> {
  return withStore(context, async ({ queue }) => {
    if (!queue) throw new TypeError('This store has no work queue.')
    return use(queue)
  })
}

/** @param state The required state of the item: `dead`. */
export function noSuchItem({ queue, id }: WorkItemRef, state?: string): HermesError {
  const what = state === undefined ? 'item' : `${state} item`
  return new HermesError(
    'queue/not-found',
    `The queue "${oneLine(queue)}" has no ${what} "${oneLine(id)}": see \`hermes queue list\`.`,
  )
}
