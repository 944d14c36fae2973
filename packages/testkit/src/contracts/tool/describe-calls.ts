import type { JsonObject, Tool, ToolOutcome } from '@hermes/core'
import { expect, test } from 'vitest'
import { callTool, declaredArguments, type ToolContractOptions } from './subject.js'

/** Tests of the tool's calls. */
export function describeCalls(tool: () => Tool, { args, graceMs = 2_000 }: ToolContractOptions): void {
  const { signal } = new AbortController()

  test('returns an error for arguments of the wrong type', async () => {
    const own = tool()
    const names = declaredArguments(own)
    const wrong: JsonObject = Object.fromEntries(names.map((name) => [name, { no: [null, { such: 'thing' }] }]))
    const outcome = await callTool(own, wrong, signal)
    expectResult(outcome)
    if (names.length > 0) expect(outcome.isError).toBe(true)
  })

  test.each([
    ['nothing', null],
    ['a list', [1]],
    ['a text', 'x'],
    ['unknown arguments', { 'no such': 1 }],
  ])('returns a result for %s', async (_, garbage) => expectResult(await callTool(tool(), garbage, signal)))

  test('ends in time when the run was interrupted before the call', async () => {
    const outcome = callTool(tool(), args ?? { 'no such': 1 }, AbortSignal.abort(new Error('interrupted')))
    expectResult(await within(outcome, graceMs))
  })

  if (!args) return

  test('ends in time when the run is interrupted during the call', async () => {
    const stop = new AbortController()
    const outcome = callTool(tool(), args, stop.signal)
    stop.abort(new Error('interrupted'))
    expectResult(await within(outcome, graceMs))
  })

  test('returns a result for valid arguments', async () => {
    const outcome = await callTool(tool(), args, signal)
    expectResult(outcome)
    expect(outcome).not.toMatchObject({ isError: true })
  })
}

function expectResult({ content }: ToolOutcome): void {
  if (typeof content === 'string') expect(content.isWellFormed()).toBe(true)
  else for (const part of content) expect(part.type).toBeTypeOf('string')
}

async function within<Value>(work: Promise<Value>, limitMs: number): Promise<Value> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`It had not ended ${limitMs} ms after the interrupt.`)), limitMs)
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}
