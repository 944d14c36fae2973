import { storedExchange } from '@hermes/conversations/stored'
import { RequestError } from '../../request/request-error.js'
import type { OrderOutcome, RunOrder } from '../record/run-orders.js'
import type { RunRecord } from '../record/run-record.js'
import { conversationOf, liveStateOf, runState } from '../start/run-state.js'
import type { RunServices } from '../start/start-run.js'
import { carryOutOrder } from './carry-out-order.js'

/**
 * Stops or steers a run, whichever process runs it.
 * @throws {RequestError} `run_elsewhere` when its process does not answer.
 */
export async function giveOrder(run: RunRecord, order: RunOrder, services: RunServices): Promise<OrderOutcome> {
  if (!services.runOrders || (await isHere(run, services))) return carryOutOrder(run, order, services)
  if ('end' in (await runState(run, services))) return 'refused'
  const outcome = await services.runOrders.send(run.id, order)
  if (outcome) return outcome
  const message = `The gateway that runs "${run.id}" did not answer: nothing was changed. Try again in a moment.`
  throw new RequestError(503, 'run_elsewhere', message, { headers: { 'retry-after': '5' } })
}

/** Whether the turn runs, waits or is about to start in this process. A turn that has started may also wait here for another process that runs it. */
async function isHere(run: RunRecord, services: RunServices): Promise<boolean> {
  if (liveStateOf(run, services)) return true
  if (!conversationOf(run, services)?.submissionOf(run.id)) return false
  return (await storedExchange(services.store, run.sessionId, run.id)) === undefined
}
