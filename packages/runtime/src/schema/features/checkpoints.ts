import * as z from 'zod'

/** The section `checkpoints`. */
export const checkpointsSchema = z
  .strictObject({
    enabled: z
      .boolean()
      .default(true)
      .describe(
        'Keep the files of the working folder as they were before the first change of each turn, for /rollback.',
      ),
    max_snapshots: z.int().min(1).max(1000).default(20).describe('How many are kept for each folder.'),
  })
  .prefault({})
