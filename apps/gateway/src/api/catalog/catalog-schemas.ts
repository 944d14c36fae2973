import * as z from 'zod'
import { listOf } from '../request/list-of.js'

export const modelSchema = z.object({
  id: z.string(),
  object: z.literal('model'),
  created: z.int(),
  owned_by: z.string(),
})

export const toolsetSchema = z.object({
  name: z.string(),
  tools: z.array(z.object({ name: z.string(), description: z.string(), available: z.boolean() })),
})

export const skillSchema = z.object({ name: z.string(), description: z.string() })

export const capabilitiesSchema = z.object({
  object: z.literal('hermes.capabilities'),
  version: z.string(),
  /** The name that requests use for the agent. */
  model: z.string(),
  session_id_header: z.string(),
  session_key_header: z.string(),
  features: z.object({
    chat_completions: z.boolean(),
    responses: z.boolean(),
    conversations: z.boolean(),
    runs: z.boolean(),
    sessions: z.boolean(),
    questions: z.boolean(),
    /** Whether files can be uploaded. */
    files: z.boolean(),
  }),
})

export const modelOptionsSchema = z.object({
  object: z.literal('hermes.model_options'),
  /** The model of the settings. */
  model: z.string(),
  provider: z.string(),
  aliases: z.array(z.string()),
  providers: z.array(
    z.object({
      slug: z.string(),
      name: z.string(),
      is_current: z.boolean(),
      models: z.array(z.string()).readonly(),
      total_models: z.int(),
    }),
  ),
})

export const modelListSchema = listOf(modelSchema)
export const toolsetListSchema = listOf(toolsetSchema)
export const skillListSchema = listOf(skillSchema)

export type ModelObject = z.output<typeof modelSchema>
export type ModelList = z.output<typeof modelListSchema>
export type ToolsetList = z.output<typeof toolsetListSchema>
export type SkillList = z.output<typeof skillListSchema>
export type Capabilities = z.output<typeof capabilitiesSchema>
export type ModelOptionsObject = z.output<typeof modelOptionsSchema>
