import type { Job } from '@hermes/scheduler'
import type { CommandContext } from '../../arguments/command-spec.js'
import { tell } from '../../io.js'
import type { JobsInUse } from './with-jobs.js'

/** Warns that a cost limit has no effect on a model without a price. */
export async function warnIfUnlimited(
  { task }: Pick<Job, 'task'>,
  { whyUnlimited }: Pick<JobsInUse, 'whyUnlimited'>,
  { io }: Pick<CommandContext, 'io'>,
): Promise<void> {
  const why = await whyUnlimited(task)
  if (why !== undefined) await tell(io, why)
}
