import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { jobLine, jobRow } from './job-row.js'
import { withJobs } from './with-jobs.js'

/** `hermes cron list`: omits completed jobs unless `--all` is given. */
export const listJobs: CommandHandler = (context) =>
  withJobs(context, async (jobs) => {
    const { values, io } = context
    const shown = (await jobs.book.list()).filter(({ state }) => values.all || state !== 'done')
    if (values.json) {
      await writeLine(
        io.stdout,
        JSON.stringify(
          shown.map((job) => jobRow(job, jobs)),
          undefined,
          2,
        ),
      )
    } else if (shown.length === 0) {
      await writeLine(
        io.stderr,
        io.t`There are no scheduled jobs. To add one: hermes cron add "every monday at 9am" "..."`,
      )
    }
    if (!values.json) for (const job of shown) await writeLine(io.stdout, jobLine(job, jobs, io.t))
    return exitCode.ok
  })
