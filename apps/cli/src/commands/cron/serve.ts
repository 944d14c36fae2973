import { findUnlimitedCost, openJobs, openScheduler, type RuntimeHost, zoneOf } from '@hermes/runtime'
import { describeRun, type Run, type Scheduler, timesOf, toRunRow } from '@hermes/scheduler'
import type { CommandContext, CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { safeText } from '../../render/text/safe-text.js'
import { openCliHost } from '../../setup/open-runtime.js'
import { onStopSignal } from '../../setup/signals.js'
import { pruneAtTimes } from '../../setup/worktree/prune-at-times.js'
import { loadGateway } from '../gateway/gateway.js'
import { warnIfUnlimited } from './warn-if-unlimited.js'

/** `hermes cron serve`: runs until a stop signal, which also ends the runs in progress. */
export const serveJobs: CommandHandler = (context) =>
  withScheduler(context, async ({ host, scheduler, signal }) => {
    pruneAtTimes(context.io, { logger: host.logger, signal })
    await writeLine(context.io.stderr, context.io.t`Running scheduled jobs. To stop: Ctrl+C.`)
    await scheduler.run(signal)
    return exitCode.ok
  })

/** `hermes cron tick` */
export const tick: CommandHandler = (context) =>
  withScheduler(context, async ({ scheduler, signal }) => {
    await scheduler.tick(signal)
    return exitCode.ok
  })

/** `hermes cron run JOB` */
export const runJob: CommandHandler = (context) =>
  withScheduler(context, async ({ host, scheduler, signal }) => {
    const { io, values, parameters } = context
    const { cron } = host.config
    const book = openJobs(host.store, cron)
    const { job, runId } = await book.requestRun(parameters[0] ?? '')
    await warnIfUnlimited(job, { whyUnlimited: (task) => findUnlimitedCost(task, host) }, context)
    await scheduler.finish(job.id, signal)
    const run = (await book.runs(job.id)).find(({ id }) => id === runId)
    if (values.json) await writeLine(io.stdout, JSON.stringify(run ? toRunRow(run) : null, undefined, 2))
    else if (run) {
      if (run.text) await writeLine(io.stdout, safeText(run.text))
      for (const sentence of describeRun(run, timesOf(job, zoneOf(cron)), io.t))
        await writeLine(io.stderr, safeText(sentence))
      await warnIfNothingSends(run, host, context)
    }
    return run?.state === 'completed' ? exitCode.ok : exitCode.failed
  })

/** Warns when no gateway would send a message now, which would otherwise go unnoticed. */
async function warnIfNothingSends({ deliveries }: Run, { paths }: RuntimeHost, { io }: CommandContext): Promise<void> {
  const { servesHome } = await loadGateway()
  if (!deliveries.some(({ state }) => state === 'waiting') || (await servesHome(paths.home, io.env))) return
  await writeLine(io.stderr, io.t`No gateway of this home runs here. The message is sent when one does.`)
}

interface InUse {
  readonly host: RuntimeHost
  readonly scheduler: Scheduler
  readonly signal: AbortSignal
}

async function withScheduler(context: CommandContext, use: (inUse: InUse) => Promise<number>): Promise<number> {
  const { values, io } = context
  const { profile } = values
  await using host = await openCliHost({ io, values: { ...(profile !== undefined && { profile }) } })
  const { deliverByGateway, openJobAccount } = await loadGateway()
  await using account = openJobAccount(host)
  const stop = new AbortController()
  let stopCode: number | undefined
  const remove = onStopSignal((code) => {
    stopCode = code
    stop.abort()
  })
  try {
    const { signal } = stop
    const scheduler = openScheduler(host, {
      workingDirectory: io.workingDirectory,
      interrupted: signal,
      deliveries: deliverByGateway(host),
      refusalOf: account.refusalOf,
      alertText: ({ incident: { id, jobId }, failures }) =>
        io.t`It has failed ${failures} times in a row. \`hermes cron why ${jobId}\` shows the runs, and \`hermes cron ack ${id}\` closes the incident.`,
      pausedText: ({ jobId, failures }) =>
        io.t`It has failed ${failures} times in a row and is paused now: \`hermes cron resume ${jobId}\`, or \`/cron resume\` in a chat, continues it.`,
    })
    const code = await use({ host, scheduler, signal })
    return stopCode ?? code
  } finally {
    remove()
  }
}
