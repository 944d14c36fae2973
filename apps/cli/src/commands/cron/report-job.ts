import { describeSchedule, type Job } from '@hermes/scheduler'
import type { CommandContext } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { jobLine, jobRow } from './job-row.js'
import type { JobsInUse } from './with-jobs.js'

/** Prints the job that a command has changed. */
export async function reportJob(
  what: 'Added' | 'Changed' | 'Paused' | 'Resumed' | 'Removed',
  job: Job,
  jobs: JobsInUse,
  { values, io }: CommandContext,
): Promise<number> {
  if (values.json) await writeLine(io.stdout, JSON.stringify(jobRow(job, jobs), undefined, 2))
  else {
    const { t } = io
    const line = jobLine(job, jobs, t)
    const sentences = {
      Added: t`Added: ${line}`,
      Changed: t`Changed: ${line}`,
      Paused: t`Paused: ${line}`,
      Resumed: t`Resumed: ${line}`,
      Removed: t`Removed: ${line}`,
    }
    await writeLine(io.stdout, sentences[what])
    // Shows how the text of the user was understood.
    if (what === 'Added' || what === 'Changed')
      await writeLine(io.stdout, describeSchedule(job, { zone: jobs.zone, t }))
  }
  return exitCode.ok
}
