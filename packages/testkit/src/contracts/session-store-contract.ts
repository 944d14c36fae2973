import type { SessionStore } from '@hermes/core'
import type { WorkItemRef } from '@hermes/core/queue'
import { afterEach, beforeEach, describe } from 'vitest'
import { describeCounters } from './session-store/describe-counters.js'
import { describeDurability } from './session-store/describe-durability.js'
import { describeFind } from './session-store/describe-find.js'
import { describeMessages } from './session-store/describe-messages.js'
import { describeOrdering } from './session-store/describe-ordering.js'
import { describeOtherProcesses } from './session-store/describe-other-processes.js'
import { describeQuestions } from './session-store/describe-questions.js'
import { describeSearch } from './session-store/describe-search.js'
import { describeSessions } from './session-store/describe-sessions.js'
import { describeSplit } from './session-store/describe-split.js'
import { describeUsage } from './session-store/describe-usage.js'
import { describeValues } from './session-store/describe-values.js'
import { testLimitMs } from './time-limits.js'

export interface SessionStoreContractOptions {
  /** The name of the implementation in the report. */
  readonly name: string
  /** Creates an empty store before each test. The suite disposes of it. */
  create(): Promise<CreatedStore>
  readonly capabilities?: SessionStoreCapabilities
}

export interface CreatedStore {
  readonly store: SessionStore
  /**
   * Opens the same storage again, like a new process after a crash: `store` has not been disposed of. Required unless
   * the store declares that it is not durable.
   */
  reopen?(): Promise<SessionStore>
  /** Changes the stored payload of an item of the work queue, as disk damage would. For `workQueueContract`. */
  damageItem?(ref: WorkItemRef): Promise<void>
}

export interface SessionStoreCapabilities {
  /** Whether sessions outlive the process. Default: true. False only for in-memory stores. */
  readonly durable?: boolean
  /** Whether the store keeps the usage of model calls by hour. Default: true. */
  readonly usage?: boolean
  /** Whether the store keeps questions. Default: true. */
  readonly questions?: boolean
  /** Whether the store supports full-text search. Default: true. */
  readonly search?: boolean
  /** Whether the store keeps small values. Default: true. */
  readonly values?: boolean
}

/**
 * Registers the vitest suite for a {@link SessionStore}.
 *
 * @example
 * ```ts
 * sessionStoreContract({ name: 'memory', create: async () => ({ store: createMemoryStore() }), capabilities: { durable: false } })
 * ```
 */
export function sessionStoreContract(options: SessionStoreContractOptions): void {
  describe(`SessionStore contract: ${options.name}`, { timeout: testLimitMs }, () => {
    let created: CreatedStore
    beforeEach(async () => {
      created = await options.create()
    }, testLimitMs)
    afterEach(() => created.store[Symbol.asyncDispose](), testLimitMs)

    describe('sessions', () => describeSessions(() => created.store))
    describe('find', () => describeFind(() => created.store))
    describe('messages', () => describeMessages(() => created.store))
    describe('counters', () => describeCounters(() => created.store))
    describe('split', () => describeSplit(() => created.store))
    if (options.capabilities?.usage !== false) describe('usage', () => describeUsage(() => created.store))
    if (options.capabilities?.values !== false) describe('values', () => describeValues(() => created.store))
    if (options.capabilities?.questions !== false) describe('questions', () => describeQuestions(() => created.store))
    if (options.capabilities?.search !== false) describe('search', () => describeSearch(() => created.store))
    if (options.capabilities?.durable === false) return
    describe('ordering', () =>
      describeOrdering(
        () => created.store,
        () => reopen(created),
      ))
    describe('other processes', () =>
      describeOtherProcesses(
        () => created.store,
        () => reopen(created),
      ))
    describe('durability', () =>
      describeDurability(
        () => created.store,
        () => reopen(created),
      ))
  })
}

function reopen(created: CreatedStore): Promise<SessionStore> {
  if (created.reopen) return created.reopen()
  throw new Error('A store must provide `reopen`, or declare that it is not durable.')
}
