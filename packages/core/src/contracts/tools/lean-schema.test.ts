import { expect, test } from 'vitest'
import * as z from 'zod'
import { defineTool } from './tool.js'

const tool = defineTool({
  name: 'note',
  description: 'Keeps a note.',
  toolset: 'notes',
  effect: 'once',
  concurrency: 'never',
  parameters: z.object({
    text: z.string().min(1).max(5_000),
    maxLength: z.int().optional(),
    stars: z.int().min(1).max(5).default(0),
    offset: z.int().min(-10).max(10).optional(),
    isPinned: z.boolean().default(false),
    tags: z
      .array(z.object({ name: z.string().min(1) }))
      .min(1)
      .max(3)
      .optional(),
    data: z.looseObject({}).optional(),
  }),
  run: async () => '',
})

test('leaves out limits that a model does not meet, and keeps the others', () => {
  expect(tool.parameters).toEqual({
    type: 'object',
    properties: {
      text: { type: 'string' },
      maxLength: { type: 'integer' },
      stars: { type: 'integer', maximum: 5 },
      offset: { type: 'integer', minimum: -10, maximum: 10 },
      isPinned: { type: 'boolean' },
      tags: {
        type: 'array',
        maxItems: 3,
        items: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
      },
      data: { type: 'object', properties: {} },
    },
    required: ['text'],
  })
})

test('validates calls by the whole schema', async () => {
  const problems = async (args: unknown) => (await tool.schema?.['~standard'].validate(args))?.issues?.length ?? 0
  expect(await problems({ text: '' })).toBe(1)
  expect(await problems({ text: 'x'.repeat(5_001) })).toBe(1)
  expect(await problems({ text: 'x', stars: 0 })).toBe(1)
  expect(await problems({ text: 'x' })).toBe(0)
})
