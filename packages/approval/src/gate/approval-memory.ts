import { createBoundedMap } from '@hermes/safety'
import type { DenialCounts } from '../smart/denial-breaker.js'
import type { ApprovalMode, SessionModes } from './approval-mode.js'
import { createSessionGrants, type SessionGrants } from './session-grants.js'

/**
 * What people have said about sessions. Gates that share one know the same answers: a session keeps them when it goes on at
 * another surface of the process.
 */
export interface ApprovalMemory {
  readonly modes: SessionModes
  /** What was allowed for the rest of a session. */
  readonly grants: SessionGrants
  /** How many calls of a session the judge has denied in a row. */
  readonly denials: DenialCounts
}

/** @param modes Default: no session has one of its own yet. */
export function createApprovalMemory(modes: SessionModes = createBoundedMap<ApprovalMode>()): ApprovalMemory {
  return { modes, grants: createSessionGrants(), denials: createBoundedMap<number>() }
}
