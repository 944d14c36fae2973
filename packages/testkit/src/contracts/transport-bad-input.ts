import { describe } from 'vitest'
import { testLimitMs } from './time-limits.js'
import { brokenAnswerTests } from './transport/broken-answers.js'
import { brokenHttpTests } from './transport/broken-http.js'
import { hugeAnswerTests } from './transport/huge-answers.js'
import { invalidOutputTests } from './transport/invalid-output.js'
import type { TransportContract } from './transport/subject.js'

/**
 * Registers the vitest suite of faults that a transport must survive: providers that violate HTTP or their own protocol. Every call
 * must end with a valid answer or a `TransportError`; nothing hangs, nothing is made up, and memory stays bounded. It takes the
 * options of `transportContract`, and needs a transport that talks to a server.
 *
 * @example `transportBadInput({ name: 'foo', create: ({ baseUrl, apiKey }) => createFooTransport({ baseUrl, apiKey }) })`
 */
export function transportBadInput(contract: TransportContract): void {
  describe(`bad input | ${contract.name}`, { timeout: testLimitMs }, () => {
    invalidOutputTests(contract)
    brokenAnswerTests(contract)
    brokenHttpTests(contract)
    hugeAnswerTests(contract)
  })
}
