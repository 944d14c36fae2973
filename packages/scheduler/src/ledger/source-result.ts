import * as z from 'zod'
import { runState } from './run-state.js'

export const sourceResultSchema = z
  .object({
    /** The name of the job. */
    job: z.string(),
    /** When the run ended whose result was read. Absent: no run has completed. */
    resultAtMs: z.number().optional(),
    /** Its newest run, if that is another one. */
    newest: z.object({ state: runState, startedAtMs: z.number(), reason: z.string().optional() }).readonly().optional(),
  })
  .readonly()

/** What a run has read of another job. Without a result and a newest run, that job had not run. */
export type SourceResult = z.infer<typeof sourceResultSchema>
