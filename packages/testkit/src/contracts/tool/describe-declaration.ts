import { maxGuidanceChars, mayChangeFiles, summarizeCall, type Tool } from '@hermes/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyArguments } from './any-arguments.js'
import { describeSchemaProblems } from './schema-problems.js'

/** The longest function description that OpenAI accepts. */
const longestDescription = 1_024
const quickMs = 5_000

/** Tests of the tool's declaration. */
export function describeDeclaration(tool: () => Tool): void {
  test('has a name and a description that every provider accepts', () => {
    const { name, description, toolset } = tool()
    expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
    expect(description.trim()).not.toBe('')
    expect(description.length).toBeLessThanOrEqual(longestDescription)
    expect(toolset.trim()).not.toBe('')
  })

  test('has a JSON schema that strict providers accept', () => {
    expect(describeSchemaProblems(tool().parameters)).toEqual([])
  })

  test('adapts its description to other tools, deterministically', () => {
    const own = tool()
    const sessions = [new Map(), new Map([[own.name, own]])]
    for (const available of sessions) {
      const adapted = own.adapt?.(available)
      if (!adapted) continue
      expect(own.adapt?.(available)).toEqual(adapted)
      expect(adapted.description.length).toBeLessThanOrEqual(longestDescription)
      expect(describeSchemaProblems(adapted.parameters)).toEqual([])
    }
  })

  test('reports its availability quickly', async () => {
    const { isAvailable } = tool()
    const late = Symbol('late')
    const timer = Promise.withResolvers<typeof late>()
    const timeout = setTimeout(() => timer.resolve(late), quickMs)
    const answer = await Promise.race([isAvailable?.() ?? true, timer.promise]).finally(() => clearTimeout(timeout))
    expect([true, false]).toContain(answer)
  })

  test('does not declare file changes together with the effect read', () => {
    const own = tool()
    expect(['read', 'idempotent', 'once']).toContain(own.effect)
    if (own.effect !== 'read') return
    fc.assert(
      fc.property(anyArguments(own), (args) => {
        expect(mayChangeFiles(own, args)).toBe(false)
      }),
    )
  })

  test('has short guidance', () => {
    expect(tool().guidance?.trim() ?? 'none').not.toBe('')
    expect((tool().guidance ?? '').length).toBeLessThanOrEqual(maxGuidanceChars)
  })

  test('describes any call, even an invalid one', () => {
    const own = tool()
    const { changesFiles, concurrency, summarize } = own
    fc.assert(
      fc.property(anyArguments(own), (args) => {
        if (typeof changesFiles === 'function') expect([true, false]).toContain(changesFiles(args))
        if (typeof concurrency === 'object') expect(concurrency.paths(args)).toBeInstanceOf(Array)
        if (summarize) expect(summarize.call(own, args)).toBeTypeOf('string')
        expect(summarizeCall(own, args)?.length ?? 0).toBeLessThanOrEqual(200)
      }),
    )
  })
}
