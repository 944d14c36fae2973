export { type BackgroundChild, BackgroundChildren } from './background-children.js'
export {
  type ChildLedger,
  type ChildLedgerOptions,
  createChildLedger,
  type StoredChild,
} from './child-ledger.js'
export { childIdentity } from './child-prompt.js'
export type { ChildResult, ChildStatus } from './child-result.js'
export {
  type AgentFor,
  type ChildRequest,
  type ChildRole,
  type DelegateLimits,
  defaultDelegateLimits,
  type OtherAgent,
} from './child-task.js'
export { toolsForChild } from './child-tools.js'
export type { DelegateServices, DelegateToolsOptions } from './delegate-options.js'
export { delegateTools } from './delegate-tools.js'
export { type ReportChildrenOptions, reportChildren } from './report-children.js'
