import type { RunOrders } from '../record/run-orders.js'
import type { RunServices } from '../start/start-run.js'
import { carryOutOrder } from './carry-out-order.js'

export interface WorkOnOrdersServices extends Pick<RunServices, 'conversations' | 'runs'> {
  readonly runOrders: RunOrders
}

/** Carries out the orders of other processes for the runs of this one, until `signal` is aborted. */
export function workOnOrders(services: WorkOnOrdersServices, signal: AbortSignal): Promise<void> {
  const { conversations, runs, runOrders } = services
  return runOrders.work({
    signal,
    runsHere: () =>
      conversations.live.flatMap(({ state }) => [
        ...(state.activity === 'idle' ? [] : [state.turn.id]),
        ...state.queued.map(({ id }) => id),
      ]),
    async carryOut(runId, order, id) {
      const run = await runs.get(runId)
      return run && !run.end ? carryOutOrder(run, order, services, id) : 'refused'
    },
  })
}
