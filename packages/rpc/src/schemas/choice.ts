import * as z from 'zod'
import { listOf } from './values.js'

const settings = {
  model: z.string(),
  provider: z.string(),
  baseUrl: z.string(),
  apiMode: z.string(),
  contextWindow: z.number(),
  reasoning: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max', 'off']),
  speed: z.enum(['fast', 'auto', 'cold']),
  toolsets: listOf(z.string()),
  personality: z.string(),
  network: z.enum(['on', 'list', 'off']),
  approvals: z.enum(['edits', 'manual', 'smart', 'off']),
}

/** The model and settings of one conversation. Missing values fall back to the config. */
export const choice = z.object({
  model: settings.model.exactOptional(),
  provider: settings.provider.exactOptional(),
  baseUrl: settings.baseUrl.exactOptional(),
  apiMode: settings.apiMode.exactOptional(),
  contextWindow: settings.contextWindow.exactOptional(),
  reasoning: settings.reasoning.exactOptional(),
  speed: settings.speed.exactOptional(),
  toolsets: settings.toolsets.exactOptional(),
  personality: settings.personality.exactOptional(),
  network: settings.network.exactOptional(),
  approvals: settings.approvals.exactOptional(),
})

/** Changes of a choice: `null` resets a setting to its default. */
export const choiceChanges = z.object({
  model: settings.model.nullable().exactOptional(),
  provider: settings.provider.nullable().exactOptional(),
  baseUrl: settings.baseUrl.nullable().exactOptional(),
  apiMode: settings.apiMode.nullable().exactOptional(),
  contextWindow: settings.contextWindow.nullable().exactOptional(),
  reasoning: settings.reasoning.nullable().exactOptional(),
  speed: settings.speed.nullable().exactOptional(),
  toolsets: settings.toolsets.nullable().exactOptional(),
  personality: settings.personality.nullable().exactOptional(),
  network: settings.network.nullable().exactOptional(),
  approvals: settings.approvals.nullable().exactOptional(),
})

/** The model that answers. */
export const chosenModel = z.object({
  id: z.string(),
  provider: z.string(),
  contextWindow: z.number().exactOptional(),
})
