import { maxGuidanceChars, mayChangeFiles, summarizeCall, type Tool } from '@hermes/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyArguments } from './any-arguments.js'
import { describeSchemaProblems } from './schema-problems.js'

/** What OpenAI takes as the description of a function. */
const longestDescription = 1_024
const quickMs = 5_000

/** What a tool says of itself. */
export function describeDeclaration(tool: () => Tool): void {
  test('has a name that every provider takes, and a description that fits', () => {
    const { name, description, toolset } = tool()
    expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
    expect(description.trim()).not.toBe('')
    expect(description.length).toBeLessThanOrEqual(longestDescription)
    expect(toolset.trim()).not.toBe('')
  })

  test('describes its arguments by a JSON schema that strict providers take', () => {
    expect(describeSchemaProblems(tool().parameters)).toEqual([])
  })

  test('adapts its text to other tools, the same tools, the same text', () => {
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

  test('says quickly whether it is available', async () => {
    const { isAvailable } = tool()
    const late = Symbol('late')
    const timer = Promise.withResolvers<typeof late>()
    const timeout = setTimeout(() => timer.resolve(late), quickMs)
    const answer = await Promise.race([isAvailable?.() ?? true, timer.promise]).finally(() => clearTimeout(timeout))
    expect([true, false]).toContain(answer)
  })

  test('does not change files where it says that it only reads', () => {
    const own = tool()
    expect(['read', 'idempotent', 'once']).toContain(own.effect)
    if (own.effect !== 'read') return
    fc.assert(
      fc.property(anyArguments(own), (args) => {
        expect(mayChangeFiles(own, args)).toBe(false)
      }),
    )
  })

  test('guides the model in a few sentences', () => {
    expect(tool().guidance?.trim() ?? 'none').not.toBe('')
    expect((tool().guidance ?? '').length).toBeLessThanOrEqual(maxGuidanceChars)
  })

  test('answers questions about any call, also one that makes no sense', () => {
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
