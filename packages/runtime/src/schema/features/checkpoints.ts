import { lazily } from '@hermes/safety'
import * as z from 'zod'

/** The section `checkpoints`. */
export const checkpointsSchema = lazily(() =>
  z
    .strictObject({
      enabled: z
        .boolean()
        .default(true)
        .describe('Save the files of the working folder before the first change of each turn, for /rollback.'),
      max_snapshots: z.int().min(1).max(1000).default(20).describe('The number of checkpoints to keep per folder.'),
    })
    .prefault({}),
)
