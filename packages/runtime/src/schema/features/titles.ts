import { lazily } from '@hermes/safety'
import * as z from 'zod'
import { taskFields } from '../task-fields.js'

/** The section `auxiliary.title_generation`. */
export const titlesSchema = lazily(() =>
  z
    .strictObject({
      enabled: z.boolean().default(true).describe('Title each new session of a chat after its first exchange.'),
      ...taskFields('names new sessions', 30),
    })
    .prefault({}),
)
