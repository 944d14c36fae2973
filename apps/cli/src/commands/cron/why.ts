import { HermesError } from '@hermes/core'
import { describeRun, timesOf, toRunRow } from '@hermes/scheduler'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { safeText } from '../../render/text/safe-text.js'
import { jobLine, jobRow } from './job-row.js'
import { withJobs } from './with-jobs.js'

const usualLimit = 10

/** Matches the id of a run, as `--json` and incidents show it: the id of its job, and when it was due. */
const runId = /^([^@]+)@\d{4}-\d\d-\d\dT[\d:.]+Z(?:#\d+)?$/

/** `hermes cron why JOB`: explains a job, or one of its runs. */
export const explainJob: CommandHandler = (context) =>
  withJobs(context, async (jobs) => {
    const { values, io, parameters } = context
    const [given = ''] = parameters
    const jobOfRun = runId.exec(given)?.[1]
    const job = await jobs.book.get(jobOfRun ?? given)
    const limit = values.limit ?? usualLimit
    const all = await jobs.book.runs(job.id)
    const found = jobOfRun === undefined ? all : all.filter(({ id }) => id === given)
    if (jobOfRun !== undefined && found.length === 0) {
      throw new HermesError('schedule/not-found', `"${job.name}" has no run "${given}", or it is no longer kept.`)
    }
    const runs = limit > 0 ? found.slice(0, limit) : found
    if (values.json) {
      await writeLine(io.stdout, JSON.stringify({ ...jobRow(job, jobs), latest: runs.map(toRunRow) }, undefined, 2))
      return exitCode.ok
    }
    await writeLine(io.stdout, jobLine(job, jobs, io.t))
    if (runs.length === 0) await writeLine(io.stdout, io.t`It has not run yet.`)
    for (const run of runs) {
      await writeLine(io.stdout, '')
      for (const sentence of describeRun(run, timesOf(job, jobs.zone), io.t))
        await writeLine(io.stdout, safeText(sentence))
    }
    return exitCode.ok
  })
