import { findUnlimitedCost, openJobCheck, openJobNames, openJobs, openStore, zoneOf } from '@hermes/runtime'
import type { JobBook, Task } from '@hermes/scheduler'
import type { CommandContext } from '../../arguments/command-spec.js'
import { tell } from '../../io.js'
import { openUsableHome } from '../../setup/open-home.js'

export interface JobsInUse {
  readonly book: JobBook
  /** Time zone of schedules that do not name one. */
  readonly zone: string
  /** Resolves to why the cost limit of a task has no effect; `undefined` if it has one, or there is no limit. */
  readonly whyUnlimited: (task: Task) => Promise<string | undefined>
}

/** Runs an operation on the scheduled jobs of the home and closes its store. */
export async function withJobs<Result>(
  { io, values }: CommandContext,
  use: (jobs: JobsInUse) => Promise<Result>,
): Promise<Result> {
  const { profile } = values
  // The model and toolsets on the command line are meant for the job.
  const { config, paths, variables } = await openUsableHome({
    io,
    values: { ...(profile !== undefined && { profile }) },
  })
  const onTrouble = (sentence: string) => void tell(io, sentence)
  await using store = await openStore(paths, { database: config.database, store: config.store, variables, onTrouble })
  const check = await openJobCheck({ config, paths, variables })
  const names = await openJobNames({ config, variables }, paths)
  return await use({
    book: openJobs(store, config.cron, { check, names }),
    zone: zoneOf(config.cron),
    whyUnlimited: (task) => findUnlimitedCost(task, { config, paths, variables }),
  })
}
