import { createBoundedMap } from '@hermes/safety'
import type { DenialCounts } from '../smart/denial-breaker.js'
import type { ApprovalMode, SessionModes } from './approval-mode.js'
import { createSessionGrants, type SessionGrants } from './session-grants.js'

/**
 * People's answers that apply to sessions. Gates that share a memory share the answers, so they also apply when the
 * session continues on another surface of the same process.
 */
export interface ApprovalMemory {
  readonly modes: SessionModes
  /** What was allowed for the rest of a session. */
  readonly grants: SessionGrants
  /** The number of consecutive denials by the judge, per session. */
  readonly denials: DenialCounts
}

/**
 * @param modes Default: no session has its own mode.
 * @param grants Default: those of this process.
 */
export function createApprovalMemory(
  modes: SessionModes = createBoundedMap<ApprovalMode>(),
  grants: SessionGrants = createSessionGrants(),
): ApprovalMemory {
  return { modes, grants, denials: createBoundedMap<number>() }
}
