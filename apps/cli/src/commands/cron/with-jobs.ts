import { openJobCheck, openJobs, openStore, zoneOf } from '@hermes/runtime'
import type { Job, JobBook } from '@hermes/scheduler'
import type { CommandContext } from '../../arguments/command-spec.js'
import { openHome } from '../../setup/open-home.js'

export interface JobsInUse {
  readonly book: JobBook
  /** For times that people read. */
  readonly zone: string
  /** Why the next run of a job cannot begin with these settings. `undefined`: nothing is known to be wrong. */
  readonly whyBlocked: (job: Job) => string | undefined
}

/** Runs an operation on the scheduled jobs of the home and closes its store. */
export async function withJobs<Result>(
  { io, values }: CommandContext,
  use: (jobs: JobsInUse) => Promise<Result>,
): Promise<Result> {
  const { profile } = values
  // The model and the toolsets of a command line are those of the job.
  const { config, paths, variables } = await openHome({ io, values: { ...(profile !== undefined && { profile }) } })
  const onTrouble = (sentence: string) => void io.stderr.write(`${sentence}\n`)
  await using store = await openStore(paths, { database: config.database, store: config.store, onTrouble })
  const check = await openJobCheck({ config, paths, variables })
  const whyBlocked = ({ task, state }: Job) => (state === 'active' ? check(task) : undefined)
  return await use({ book: openJobs(store, config.cron), zone: zoneOf(config.cron), whyBlocked })
}
