import { toSender } from '../../request/caller.js'
import type { OrderOutcome, RunOrder } from '../record/run-orders.js'
import type { RunRecord } from '../record/run-record.js'
import { conversationOf, liveStateOf } from '../start/run-state.js'
import type { RunServices } from '../start/start-run.js'

/**
 * Stops or steers a run of this process. Once a run is stopped, its end is stored.
 * @param id The id of a steer. The text with an id is taken only once.
 */
export async function carryOutOrder(
  run: RunRecord,
  order: RunOrder,
  services: Pick<RunServices, 'conversations' | 'runs'>,
  id?: string,
): Promise<OrderOutcome> {
  const conversation = conversationOf(run, services)
  if (order.kind === 'stop') {
    const isStopped = await conversation?.submissionOf(run.id)?.cancel(order.reason)
    if (isStopped) await services.runs.whenSettled(run.id)
    return isStopped ? 'done' : 'refused'
  }
  if (liveStateOf(run, services)?.status !== 'running') return 'refused'
  const submission = conversation?.submit(
    { content: order.text, as: 'message', extendsTurn: true, ...(id !== undefined && { id }) },
    toSender({ userId: run.userId }),
  )
  const acceptance = await submission?.accepted
  return acceptance?.as === 'steer' || acceptance?.as === 'duplicate' ? 'done' : 'refused'
}
