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
 * The vitest suite of what core's `Transport` promises. Call it at the top level of a test file.
 *
 * The transport speaks over real HTTP to a local server that answers from a script and refuses illegal requests. It
 * speaks chat completions unless `wire` says how another wire is served. What a transport cannot do is declared in
 * `gaps` with the reason.
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
