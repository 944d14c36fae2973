import type { CommandHandler } from '../../arguments/command-spec.js'
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
  withJobs(context, async (jobs) =>
    reportJob('Removed', await jobs.book.remove(context.parameters[0] ?? ''), jobs, context),
  )
