import { describe } from 'vitest'
import { testLimitMs } from './time-limits.js'
import { answerTests } from './transport/answers.js'
import { cancellationTests } from './transport/cancellation.js'
import { failureTests } from './transport/failures.js'
import { historyTests } from './transport/history.js'
import { ownAnswerTests } from './transport/own-answers.js'
import type { TransportContract } from './transport/subject.js'

export type { TransportContract, TransportFeature, TransportFixture } from './transport/subject.js'

/**
 * Registers the vitest suite for core's `Transport`. Call it at the top level of a test file.
 *
 * The transport talks over real HTTP to a local server that answers from a script and rejects invalid requests. The
 * server uses chat completions unless `wire` implements another API. Declare missing abilities of the transport in
 * `gaps`, with reasons.
 *
 * @example
 * ```ts
 * transportContract({ name: 'foo', create: ({ baseUrl, apiKey }) => createFooTransport({ baseUrl, apiKey }) })
 * transportContract({ name: 'bar', wire: barWire, create: ({ fetch, apiKey }) => createBarTransport({ fetch, apiKey }) })
 * ```
 */
export function transportContract(contract: TransportContract): void {
  describe(titleOf(contract), { timeout: testLimitMs }, () => {
    if (contract.gaps?.script) return ownAnswerTests(contract)
    answerTests(contract)
    cancellationTests(contract)
    failureTests(contract)
    if (!contract.gaps?.server) historyTests(contract)
  })
}

function titleOf({ name, gaps = {} }: TransportContract): string {
  const reasons = Object.entries(gaps).map(([feature, reason]) => `no ${feature}: ${reason}`)
  return ['transport contract', name, ...reasons].join(' | ')
}
