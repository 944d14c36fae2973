import { describe } from 'vitest'
import { testLimitMs } from './time-limits.js'
import { brokenAnswerTests } from './transport/broken-answers.js'
import { brokenHttpTests } from './transport/broken-http.js'
import { hastyModelTests } from './transport/hasty-model.js'
import { hugeAnswerTests } from './transport/huge-answers.js'
import type { TransportContract } from './transport/subject.js'

/**
 * The vitest suite of what a transport must survive: providers that break HTTP, their own wire, or their word. Whatever
 * comes, a call ends with a lawful answer or with a `TransportError`; nothing hangs, nothing is made up, and the memory
 * stays bounded. It takes what `transportContract` takes, and needs a transport that speaks to a server.
 *
 * @example `transportBadInput({ name: 'foo', create: ({ baseUrl, apiKey }) => createFooTransport({ baseUrl, apiKey }) })`
 */
export function transportBadInput(contract: TransportContract): void {
  describe(`bad input | ${contract.name}`, { timeout: testLimitMs }, () => {
    hastyModelTests(contract)
    brokenAnswerTests(contract)
    brokenHttpTests(contract)
    hugeAnswerTests(contract)
  })
}
