import type { Tool } from '@hermes/core'
import { beforeEach, describe } from 'vitest'
import { testLimitMs } from './time-limits.js'
import { describeAssessment } from './tool/describe-assessment.js'
import { describeCalls } from './tool/describe-calls.js'
import { describeDeclaration } from './tool/describe-declaration.js'
import type { ToolContractOptions } from './tool/subject.js'

export type { ToolContractOptions } from './tool/subject.js'

/**
 * Registers the vitest suite for a {@link Tool}, built-in or not. It makes calls with invalid arguments and, given
 * `args`, valid ones.
 *
 * @example
 * ```ts
 * toolContract({ name: 'forecast', create: () => forecastTool({ fetch: fakeWeather }), args: { city: 'Oslo' } })
 * ```
 */
export function toolContract(options: ToolContractOptions): void {
  describe(`Tool contract: ${options.name}`, { timeout: testLimitMs }, () => {
    let created: Tool
    beforeEach(async () => {
      created = await options.create()
    }, testLimitMs)
    const tool = () => created
    describe('declaration', () => describeDeclaration(tool))
    describe('assessment', () => describeAssessment(tool))
    describe('calls', () => describeCalls(tool, options))
  })
}
