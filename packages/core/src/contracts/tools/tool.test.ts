import { describe, expect, expectTypeOf, test } from 'vitest'
import * as z from 'zod'
import * as z3 from 'zod/v3'
import type { ToolTraits } from '../calls/tool-traits.js'
import { ConfigError } from '../errors/errors.js'
import { defineTool, type Tool } from './tool.js'

const clock = defineTool({
  name: 'clock',
  description: 'Tells the time.',
  toolset: 'time',
  parameters: z.object({ zone: z.string().default('UTC'), hours: z.int().optional() }),
  effect: 'read',
  concurrency: 'safe',
  run: async (args) => {
    expectTypeOf(args).toEqualTypeOf<{ zone: string; hours?: number | undefined }>()
    return args.zone
  },
})

test('describes the parameters as the input type of the schema', () => {
  expect(clock.parameters).toMatchObject({
    type: 'object',
    properties: { zone: { type: 'string', default: 'UTC' }, hours: { type: 'integer' } },
  })
  expect(clock.parameters).not.toHaveProperty('$schema')
})

test('allows tools with different arguments in one list', () => {
  const tools: readonly Tool[] = [clock]
  expect(tools.map((tool) => tool.name)).toEqual(['clock'])
})

test('rejects a name that providers do not accept', () => {
  const declaration = {
    description: '',
    toolset: 'x',
    effect: 'read',
    concurrency: 'never',
    run: async () => '',
  } as const
  expect(() => defineTool({ ...declaration, name: 'two words', parameters: z.object({}) })).toThrow(ConfigError)
})

test.each([
  ['no function to run', { run: undefined }, 'pass an async function as its `run`'],
  ['an unknown effect', { effect: 'sometimes' }, 'pass one of "read", "idempotent", "once"'],
])('rejects a tool with %s', (_, wrong, remedy) => {
  const declare = () => Reflect.apply(defineTool, undefined, [{ ...clock, parameters: z.object({}), ...wrong }])
  expect(declare).toThrow(ConfigError)
  expect(declare).toThrow(remedy)
})

describe('a schema without a JSON Schema', () => {
  const validate = (value: unknown) => ({ value })
  const declare = (parameters: unknown) => () =>
    Reflect.apply(defineTool, undefined, [
      { name: 'clock', description: '', toolset: 'x', effect: 'read', concurrency: 'never', run: validate, parameters },
    ])

  test.each([
    ['an older zod', z3.object({}), 'import "zod" in version 4.2 or newer'],
    ['valibot', { '~standard': { version: 1, vendor: 'valibot', validate } }, 'toStandardJsonSchema()'],
    ['another library', { '~standard': { version: 1, vendor: 'other', validate } }, 'pass one of zod'],
    ['a plain JSON Schema', { type: 'object', properties: {} }, 'z.fromJSONSchema()'],
    ['nothing', undefined, 'pass one of zod'],
  ])('is refused with what to do: %s', (_, parameters, remedy) => {
    const message = expect.stringContaining(remedy)
    expect(declare(parameters)).toThrow(expect.objectContaining({ code: 'config/invalid', message }))
  })

  test.each([
    ['a date', z.object({ on: z.date() })],
    ['a bigint', z.object({ count: z.bigint() })],
  ])('is refused with the error of its library as the cause: %s', (_, parameters) => {
    const cause = expect.objectContaining({ message: expect.stringContaining('cannot be represented') })
    expect(declare(parameters)).toThrow(expect.objectContaining({ code: 'config/invalid', cause }))
  })
})

test('validates by a JSON Schema that zod has read', async () => {
  const { parameters, schema } = defineTool({
    name: 'page',
    description: '',
    toolset: 'x',
    effect: 'read',
    concurrency: 'safe',
    parameters: z.fromJSONSchema({ type: 'object', properties: { page: { type: 'integer' } }, required: ['page'] }),
    run: async () => '',
  })
  expect(parameters).toMatchObject({ properties: { page: { type: 'integer' } }, required: ['page'] })
  expect(await schema?.['~standard'].validate({ page: 7 })).toEqual({ value: { page: 7 } })
  expect(await schema?.['~standard'].validate({ page: 'seven' })).toHaveProperty('issues')
})

test('keeps the declared traits', () => {
  const traits = {
    timeoutMs: 5_000,
    maxResultChars: Number.POSITIVE_INFINITY,
    requiredVariables: ['CLOCK_KEY'],
    isDeferrable: true,
    isUntrusted: true,
    origins: [{ kind: 'mcp', name: 'notes' }],
    isAvailable: () => true,
    adapt: () => ({ description: 'Tells the time.', parameters: { type: 'object' } }),
    changesFiles: () => true,
    dropsWork: () => true,
    isFreeOfBudget: true,
    callableFromPrograms: true,
    delegable: false,
    guidance: 'Ask it for the time.',
    assess: async () => ({ verdict: 'run', reasons: [] }),
    summarize: () => 'now',
    mayRepeat: true,
    runsCommands: true,
    callsPerTurn: 3,
    readsFiles: true,
    recallsSession: true,
    kind: 'other',
    preview: async () => '',
  } satisfies Required<ToolTraits>
  const tool = defineTool({
    name: 'other_clock',
    description: '',
    toolset: 'time',
    effect: 'read',
    concurrency: 'safe',
    parameters: z.object({}),
    run: async () => '',
    ...traits,
  })
  expect(tool).toMatchObject(traits)
})
