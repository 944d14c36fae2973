export type { ClaimTable, LaneHolder, TakeOptions } from '../claims/claim-table.js'
export { createLaneClaims, type LaneClaimsServices, lostLane } from '../claims/create-lane-claims.js'
export type { AcquireOptions, LaneClaim, LaneClaims } from '../contracts/sessions/lane-claims.js'
export type {
  Claim,
  ClaimedItem,
  NewWorkItem,
  PutOptions,
  RetryPolicy,
  UnputItem,
  WorkHandler,
  WorkItem,
  WorkItemQuery,
  WorkItemRecord,
  WorkItemRef,
  WorkItemStatus,
  WorkOptions,
  WorkQueue,
} from '../contracts/sessions/work-queue.js'
export { createWorkQueue, type WorkQueueServices } from '../queue/create-work-queue.js'
export { lostItem, usedItem } from '../queue/held-claims.js'
export { createWatchers, type Watchers } from '../queue/watchers.js'
export {
  type ClaimedWork,
  diedWhileHandled,
  isChosen,
  type LaneChoice,
  type PutWork,
  type WorkEnding,
  type WorkOutcome,
  type WorkStep,
  type WorkTable,
} from '../queue/work-table.js'
