import type { AuxiliaryTask } from '@hermes/core/wiring'
import { lazily } from '@hermes/safety'
import * as z from 'zod'
import { embeddingSchema } from './embedding-schema.js'
import { titlesSchema } from './features/titles.js'
import { taskFields } from './task-fields.js'

const tasks = lazily(
  () =>
    ({
      compression: task('summarizes a conversation that has outgrown its window', 120),
      title_generation: titlesSchema(),
      background_review: task('looks for what to remember after turns', 120),
      vision: task('describes images to a model without vision', 120),
      approval: task('judges whether a command is dangerous', 30),
      scan_judge: task('judges texts that may try to steer the agent; without settings of its own, no model does', 20),
      goal_judge: task('judges whether the goal of a conversation is reached', 25),
      mcp: task('answers requests of MCP servers', 120),
      side_question: task('answers /btw beside the conversation', 120),
    }) satisfies Record<AuxiliaryTask, z.ZodType>,
)

/** The section `auxiliary`: the side tasks, each with its model settings and its default time limit per provider, in seconds. */
export const auxiliarySchema = lazily(() => z.strictObject({ ...tasks(), embedding: embeddingSchema() }).prefault({}))

function task(what: string, seconds: number) {
  return z.strictObject(taskFields(what, seconds)).prefault({})
}
