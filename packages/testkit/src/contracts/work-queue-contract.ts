import { afterEach, beforeEach, describe } from 'vitest'
import type { CreatedStore, SessionStoreContractOptions } from './session-store-contract.js'
import { testLimitMs } from './time-limits.js'
import { describeClaims } from './work-queue/describe-claims.js'
import { describeDamage } from './work-queue/describe-damage.js'
import { describeFailures } from './work-queue/describe-failures.js'
import { describeOnce } from './work-queue/describe-once.js'
import { describeOrder } from './work-queue/describe-order.js'
import { describeProcesses } from './work-queue/describe-processes.js'

export type WorkQueueContractOptions = Omit<SessionStoreContractOptions, 'capabilities'> & {
  readonly capabilities?: {
    /**
     * Whether items outlive the process and are shared between processes. Default: true. False only for in-memory
     * stores.
     */
    readonly durable?: boolean
    /** Whether the queue detects damaged items. Default: true if it is durable. */
    readonly damage?: boolean
  }
}

/**
 * Registers the vitest suite for a store with a work queue and claims.
 *
 * @example
 * ```ts
 * workQueueContract({ name: 'memory', create: async () => ({ store: createMemoryStore() }), capabilities: { durable: false } })
 * ```
 */
export function workQueueContract({ name, create, capabilities }: WorkQueueContractOptions): void {
  describe(`WorkQueue contract: ${name}`, { timeout: testLimitMs }, () => {
    let created: CreatedStore
    beforeEach(async () => {
      created = await create()
    }, testLimitMs)
    afterEach(() => created.store[Symbol.asyncDispose](), testLimitMs)

    describe('order', () => describeOrder(() => created.store))
    describe('once', () => describeOnce(() => created.store))
    describe('failures', () => describeFailures(() => created.store))
    describe('claims', () => describeClaims(() => created.store))
    if (capabilities?.durable === false) return
    describe('processes', () =>
      describeProcesses(
        () => created.store,
        () => {
          if (created.reopen) return created.reopen()
          throw new Error('A store must provide `reopen`, or declare that it is not durable.')
        },
      ))
    if (capabilities?.damage === false) return
    describe('damage', () =>
      describeDamage(
        () => created.store,
        async (ref) => {
          if (!created.damageItem)
            throw new Error('A store must provide `damageItem`, or declare that it finds no damage.')
          await created.damageItem(ref)
        },
      ))
  })
}
