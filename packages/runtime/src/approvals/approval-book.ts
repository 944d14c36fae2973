import {
  type ApprovalMemory,
  type ApprovalMode,
  createApprovalMemory,
  type SessionGrants,
  type SessionModes,
  type UntrustedPolicy,
} from '@hermes/approval'
import type { SessionId } from '@hermes/core'
import { createBoundedMap } from '@hermes/safety'
import type { Config } from '../schema/config-schema.js'
import type { StoredGrant, StoredGrants } from './stored-grants.js'

/** The approval answers of a home, shared by all surfaces. */
export interface ApprovalBook {
  /** The configured mode, for sessions without their own. */
  readonly mode: ApprovalMode
  /** The permanent allowlist. */
  readonly allowed: readonly string[]
  /** The policy for untrusted content. */
  readonly untrusted: UntrustedPolicy
  /** The modes of single sessions. */
  readonly personal: SessionModes
  /** Applies new settings. */
  use(config: Config): void
  /** Extends the allowlist before the settings are reloaded. */
  allow(reasons: readonly string[]): void
  /** Trusts a source before the settings are reloaded. */
  trust(name: string): void
  /** Returns the answers given with these settings in this kind of environment. They are kept as long as both stay the same. */
  memoryFor(config: Config, environment: string): ApprovalMemory
  /** The hosts that people have allowed in sessions. */
  readonly hosts: SessionGrants
  /** Returns what people have allowed in a session and still applies with the current settings, oldest first. */
  granted(sessionId: SessionId, environment: string): Promise<readonly StoredGrant[]>
  /** Makes a session ask about everything again. @returns how many grants were forgotten. */
  askAgain(sessionId: SessionId): Promise<number>
}

/** The number of different approval settings whose answers are kept. */
const keptMemories = 8

/** Stands in for the settings in the grants of hosts. */
const hostGrants = 'hosts'

export function createApprovalBook(grants: StoredGrants): ApprovalBook {
  const personal = createBoundedMap<ApprovalMode>()
  const memories = createBoundedMap<ApprovalMemory>(keptMemories)
  let current: Config | undefined
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
    use(config) {
      const { approvals, command_allowlist } = config
      current = config
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
    memoryFor(config, environment) {
      const key = settingsKey(config, environment)
      const memory = memories.get(key) ?? createApprovalMemory(personal, grants.under(key))
      memories.set(key, memory)
      return memory
    },
    hosts: grants.under(hostGrants),
    granted: (sessionId, environment) =>
      grants.list(sessionId, [hostGrants, ...(current ? [settingsKey(current, environment)] : [])]),
    askAgain: grants.clear,
  }
}

function settingsKey({ approvals: { untrusted: _, ...approvals }, auxiliary }: Config, environment: string): string {
  return JSON.stringify([approvals, auxiliary.approval.timeout, environment])
}
