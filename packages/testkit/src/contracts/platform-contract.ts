import { describe } from 'vitest'
import { describeReceiving } from './platform/describe-receiving.js'
import { describeSending } from './platform/describe-sending.js'
import type { PlatformSubject } from './platform/subject.js'
import { testLimitMs } from './time-limits.js'

export interface PlatformContractOptions {
  readonly name: string
  /** Starts a network, or a fake of it, without messages. Called for each test; clean up with `onTestFinished`. */
  readonly open: () => PlatformSubject | Promise<PlatformSubject>
}

/**
 * Registers the vitest suite for an adapter of a chat network.
 *
 * @example
 * ```ts
 * platformContract({ name: 'foo', open: async () => fooSubject(await startFakeFoo()) })
 * ```
 */
export function platformContract({ name, open }: PlatformContractOptions): void {
  describe(`PlatformAdapter contract: ${name}`, { timeout: testLimitMs }, () => {
    describe('receiving', () => describeReceiving(async () => open()))
    describe('sending', () => describeSending(async () => open()))
  })
}
