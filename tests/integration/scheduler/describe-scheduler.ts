import type { SessionStore } from '@hermes/core'
import { describeDeliveries } from './describe-deliveries.js'
import { describeEvents } from './describe-events.js'
import { describeFailures } from './describe-failures.js'
import { describeFirings } from './describe-firings.js'

/** Describes what a scheduler promises, on one kind of store. */
export function describeScheduler(open: () => Promise<SessionStore>): void {
  describeFirings(open)
  describeFailures(open)
  describeDeliveries(open)
  describeEvents(open)
}
