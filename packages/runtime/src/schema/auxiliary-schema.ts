import type { AuxiliaryTask } from '@hermes/core/wiring'
import * as z from 'zod'
import { embeddingSchema } from './embedding-schema.js'
import { titlesSchema } from './features/titles.js'
import { taskFields } from './task-fields.js'

const tasks = {
  compression: task('sums up a conversation that has outgrown its window', 120),
  title_generation: titlesSchema,
  vision: task('describes pictures to a model that cannot see', 120),
  approval: task('judges whether a command is dangerous', 30),
  side_question: task('answers /btw beside the conversation', 120),
} satisfies Record<AuxiliaryTask, z.ZodType>

/** The side tasks that can have a model of their own, with the seconds that a provider has for its answer. */
export const auxiliarySchema = z.strictObject({ ...tasks, embedding: embeddingSchema }).prefault({})

function task(what: string, seconds: number) {
  return z.strictObject(taskFields(what, seconds)).prefault({})
}
