import { type ApprovalMemory, type ApprovalMode, createApprovalMemory, type SessionModes } from '@hermes/approval'
import { createBoundedMap } from '@hermes/safety'
import type { Config } from '../schema/config-schema.js'

/** What the people of a home have said about approvals, on whichever surface. */
export interface ApprovalBook {
  /** That of the settings, for sessions without one of their own. */
  readonly mode: ApprovalMode
  /** What is allowed for good. */
  readonly allowed: readonly string[]
  /** The modes that people have given to single sessions. */
  readonly personal: SessionModes
  /** The settings that count from now on. */
  use(config: Config): void
  /** Allows more for good, before the settings say so. */
  allow(reasons: readonly string[]): void
  /** What was said under these settings, where calls run in such an environment: it is kept as long as both are the same. */
  memoryFor(config: Config, environment: string): ApprovalMemory
}

/** Settings of approvals that take turns, at most. */
const keptMemories = 8

export function createApprovalBook(): ApprovalBook {
  const personal = createBoundedMap<ApprovalMode>()
  const memories = createBoundedMap<ApprovalMemory>(keptMemories)
  let mode: ApprovalMode = 'manual'
  let allowed: readonly string[] = []
  return {
    personal,
    get mode() {
      return mode
    },
    get allowed() {
      return allowed
    },
    use({ approvals, command_allowlist }) {
      mode = approvals.mode
      allowed = command_allowlist
    },
    allow(reasons) {
      allowed = [...new Set([...allowed, ...reasons])]
    },
    memoryFor({ approvals, auxiliary }, environment) {
      const key = JSON.stringify([approvals, auxiliary.approval.timeout, environment])
      const memory = memories.get(key) ?? createApprovalMemory(personal)
      memories.set(key, memory)
      return memory
    },
  }
}
