import * as z from 'zod'
import { choice, choiceChanges, chosenModel } from './choice.js'
import { jsonObject, listOf, ofSession } from './values.js'

/** The methods of settings, models, tools and the processes of a session. */
export const settingsMethods = {
  'config.get': {
    params: ofSession,
    result: z.object({ choice, settings: listOf(z.object({ name: z.string(), value: z.string() })) }),
  },
  'config.set': {
    params: ofSession.extend({ changes: choiceChanges, isOnce: z.boolean().exactOptional() }),
    result: z.object({ choice }),
  },
  'model.options': {
    params: ofSession,
    result: z.object({
      current: chosenModel,
      models: listOf(z.object({ model: z.string(), provider: z.string(), detail: z.string().exactOptional() })),
    }),
  },
  'tools.list': {
    params: ofSession,
    result: z.object({
      tools: listOf(
        z.object({
          name: z.string(),
          toolset: z.string(),
          isEnabled: z.boolean(),
          reason: z.string().exactOptional(),
        }),
      ),
    }),
  },
  /** Ends the background processes of a session. */
  'process.stop': { params: ofSession, result: z.object({ stopped: z.number() }) },
  'reload.env': {
    params: ofSession,
    result: z.object({ isChanged: z.boolean(), details: jsonObject.exactOptional() }),
  },
  'reload.mcp': {
    params: ofSession,
    result: z.object({ isChanged: z.boolean(), details: jsonObject.exactOptional() }),
  },
} as const
