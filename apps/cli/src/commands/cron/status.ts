import { isOpen, timesOf } from '@hermes/scheduler'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { oneLine } from '../../render/text/safe-text.js'
import { jobRow } from './job-row.js'
import { warnIfUnserved } from './warn-if-unserved.js'
import { withJobs } from './with-jobs.js'

/** `hermes cron status` */
export const showStatus: CommandHandler = (context) =>
  withJobs(context, async (inUse) => {
    const { book, zone } = inUse
    const { values, io } = context
    const [jobs, incidents] = await Promise.all([book.list(), book.incidents()])
    const open = incidents.filter(isOpen)
    const running = jobs.filter(({ pending }) => pending !== undefined)
    const active = jobs.filter(({ state }) => state === 'active')
    const paused = jobs.filter(({ state }) => state === 'paused')
    const [next] = active
      .flatMap((job) => ({ job, dueMs: book.nextDue(job) ?? Number.POSITIVE_INFINITY }))
      .toSorted((one, other) => one.dueMs - other.dueMs)
    const blocked = active.flatMap((job) => {
      const reason = book.whyBlocked(job)
      return reason === undefined ? [] : [{ id: job.id, name: job.name, reason }]
    })
    if (values.json) {
      const row = {
        timezone: zone,
        served: await book.isServed(),
        active: active.length,
        paused: paused.length,
        running: running.map(({ id }) => id),
        next: next ? jobRow(next.job, inUse) : null,
        blocked,
        incidents: open,
      }
      await writeLine(io.stdout, JSON.stringify(row, undefined, 2))
      return exitCode.ok
    }
    await writeLine(
      io.stdout,
      io.t`${active.length} active, ${paused.length} paused, ${running.length} running (${zone})`,
    )
    if (next && Number.isFinite(next.dueMs)) {
      await writeLine(io.stdout, io.t`Next: ${oneLine(next.job.name)} at ${timesOf(next.job, zone)(next.dueMs)}`)
    }
    await warnIfUnserved(inUse, context)
    for (const { name, reason } of blocked)
      await writeLine(io.stdout, io.t`Blocked (blocked_config): ${oneLine(name)}: ${oneLine(io.t.of(reason))}`)
    for (const { id, text } of open)
      await writeLine(io.stdout, io.t`Incident ${oneLine(id)}: ${oneLine(io.t.of(text))}`)
    return exitCode.ok
  })
