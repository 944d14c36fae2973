import type { AssessContext, Tool } from '@hermes/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyArguments } from './any-arguments.js'

const place: AssessContext = { workingDirectory: '/home/dev/project', home: '/home/dev' }

/** Tests of the tool's assessment of calls. */
export function describeAssessment(tool: () => Tool): void {
  test('assesses any call, even an invalid one, with reasons', async () => {
    const own = tool()
    if (!own.assess) return
    await fc.assert(
      fc.asyncProperty(anyArguments(own), async (args) => {
        const { verdict, reasons, subject = '' } = (await own.assess?.(args, place)) ?? { verdict: 'none', reasons: [] }
        expect(['run', 'ask', 'refuse']).toContain(verdict)
        expect(subject).toBeTypeOf('string')
        for (const reason of reasons) expect(reason.trim()).not.toBe('')
        expect(reasons.length > 0).toBe(verdict !== 'run')
      }),
      // The same cases in each run, so that a tool passes or fails on every machine.
      { numRuns: 200, seed: 1 },
    )
  })

  test('assesses the same call the same way each time', async () => {
    const own = tool()
    expect(await own.assess?.({}, place)).toEqual(await own.assess?.({}, place))
  })
}
