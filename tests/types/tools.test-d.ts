import { defineTool, type JsonObject, type Tool, type ToolOutput } from '@hermes/core'
import { expectTypeOf } from 'vitest'
import * as z from 'zod'

const described = { name: 'forecast', description: 'The weather.', toolset: 'weather' } as const
const traits = { effect: 'read', concurrency: 'safe' } as const

// The arguments of `run` are those of the schema, after its defaults and transforms.
const forecast = defineTool({
  ...described,
  ...traits,
  parameters: z.object({ city: z.string(), days: z.number().default(3), unit: z.enum(['c', 'f']).optional() }),
  run: async ({ city, days, unit }, context) => {
    expectTypeOf(city).toEqualTypeOf<string>()
    expectTypeOf(days).toEqualTypeOf<number>()
    expectTypeOf(unit).toEqualTypeOf<'c' | 'f' | undefined>()
    expectTypeOf(context.signal).toEqualTypeOf<AbortSignal>()
    expectTypeOf(context.sessionId).toEqualTypeOf<string>()
    return `${city}: ${days}`
  },
})
const plain: Tool = forecast
expectTypeOf(plain.name).toEqualTypeOf<string>()
expectTypeOf(forecast.run).returns.resolves.toEqualTypeOf<ToolOutput>()

defineTool({
  ...described,
  ...traits,
  parameters: z.object({ at: z.string().transform((text) => new Date(text)) }),
  run: async ({ at }) => at.toISOString(),
})

defineTool({
  ...described,
  ...traits,
  parameters: z.object({ city: z.string() }),
  // @ts-expect-error: the schema has no such argument.
  run: async ({ town }) => String(town),
})

defineTool({
  ...described,
  ...traits,
  parameters: z.object({}),
  // @ts-expect-error: a tool gives a text or parts, not a number.
  run: async () => 42,
})

// @ts-expect-error: whether a call may be repeated has to be said.
defineTool({ ...described, concurrency: 'safe', parameters: z.object({}), run: async () => '' })

// @ts-expect-error: there is no such effect.
defineTool({ ...described, ...traits, effect: 'sometimes', parameters: z.object({}), run: async () => '' })

// The output of a model is JSON until the schema has parsed it.
expectTypeOf<Parameters<NonNullable<Tool['assess']>>[0]>().toEqualTypeOf<JsonObject>()
