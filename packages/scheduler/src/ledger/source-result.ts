import * as z from 'zod'
import { runState } from './run-state.js'

export const sourceResultSchema = z
  .object({
    /** The name of the job. */
    job: z.string(),
    /** When the run ended whose result was read. Absent: no run has completed. */
    resultAtMs: z.number().optional(),
    /** The newest run, if its result is not the one that was read. */
    newest: z.object({ state: runState, startedAtMs: z.number(), reason: z.string().optional() }).readonly().optional(),
  })
  .readonly()

/** What a run has read of another job. If there is neither a result nor a newest run, that job had not run yet. */
export type SourceResult = z.infer<typeof sourceResultSchema>
