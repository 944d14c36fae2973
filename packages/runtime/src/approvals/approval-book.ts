import {
  type ApprovalMemory,
  type ApprovalMode,
  createApprovalMemory,
  type SessionModes,
  type UntrustedPolicy,
} from '@hermes/approval'
import { createBoundedMap } from '@hermes/safety'
import type { Config } from '../schema/config-schema.js'

/** The approval answers of a home, shared by all surfaces. */
export interface ApprovalBook {
  /** The configured mode, for sessions without their own. */
  readonly mode: ApprovalMode
  /** The permanent allowlist. */
  readonly allowed: readonly string[]
  /** What untrusted content changes. */
  readonly untrusted: UntrustedPolicy
  /** The modes of single sessions. */
  readonly personal: SessionModes
  /** Applies new settings. */
  use(config: Config): void
  /** Extends the allowlist before the settings are reloaded. */
  allow(reasons: readonly string[]): void
  /** Trusts a source before the settings are reloaded. */
  trust(name: string): void
  /** The answers under these settings and this kind of environment. They are kept as long as both are the same. */
  memoryFor(config: Config, environment: string): ApprovalMemory
}

/** How many different approval settings keep their answers. */
const keptMemories = 8

export function createApprovalBook(): ApprovalBook {
  const personal = createBoundedMap<ApprovalMode>()
  const memories = createBoundedMap<ApprovalMemory>(keptMemories)
  let mode: ApprovalMode = 'manual'
  let allowed: readonly string[] = []
  let untrusted: UntrustedPolicy = { policy: 'ask', trusted: [] }
  return {
    personal,
    get mode() {
      return mode
    },
    get allowed() {
      return allowed
    },
    get untrusted() {
      return untrusted
    },
    use({ approvals, command_allowlist }) {
      mode = approvals.mode
      allowed = command_allowlist
      untrusted = approvals.untrusted
    },
    allow(reasons) {
      allowed = [...new Set([...allowed, ...reasons])]
    },
    trust(name) {
      untrusted = { ...untrusted, trusted: [...new Set([...untrusted.trusted, name])] }
    },
    memoryFor({ approvals: { untrusted: _, ...approvals }, auxiliary }, environment) {
      const key = JSON.stringify([approvals, auxiliary.approval.timeout, environment])
      const memory = memories.get(key) ?? createApprovalMemory(personal)
      memories.set(key, memory)
      return memory
    },
  }
}
