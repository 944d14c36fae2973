import type { CommandHandler } from '../../arguments/command-spec.js'
import { writeLine } from '../../io.js'
import { oneLine } from '../../render/text/safe-text.js'
import { reportJob } from './report-job.js'
import { withJobs } from './with-jobs.js'

/** `hermes cron pause JOB` */
export const pauseJob: CommandHandler = (context) =>
  withJobs(context, async (jobs) =>
    reportJob('Paused', await jobs.book.pause(context.parameters[0] ?? ''), jobs, context),
  )

/** `hermes cron resume JOB` */
export const resumeJob: CommandHandler = (context) =>
  withJobs(context, async (jobs) =>
    reportJob('Resumed', await jobs.book.resume(context.parameters[0] ?? ''), jobs, context),
  )

/** `hermes cron remove JOB` */
export const removeJob: CommandHandler = (context) =>
  withJobs(context, async (jobs) => {
    const [ref = ''] = context.parameters
    const { io } = context
    const readers = await jobs.book.readersOf(ref)
    const code = await reportJob('Removed', await jobs.book.remove(ref), jobs, context)
    for (const { id, name } of readers) {
      const title = oneLine(name)
      await writeLine(
        io.stderr,
        io.t`"${title}" adds its result to the prompt and fails without it: hermes cron edit ${id} --clear context-from`,
      )
    }
    return code
  })
