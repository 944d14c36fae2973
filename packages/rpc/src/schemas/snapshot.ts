import * as z from 'zod'
import { choice, chosenModel } from './choice.js'
import { state } from './state.js'
import { listOf, sessionId } from './values.js'

/** A session that the connection is attached to. */
export const snapshot = z.object({
  sessionId,
  state,
  choice,
  model: chosenModel.exactOptional(),
  title: z.string().exactOptional(),
  workingDirectory: z.string(),
  isStored: z.boolean(),
  /** Notices that are shown to the person once. */
  notices: listOf(z.string()),
})
