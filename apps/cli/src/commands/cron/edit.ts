import { resolve } from 'node:path'
import type { Task } from '@hermes/scheduler'
import type { CommandContext, CommandHandler } from '../../arguments/command-spec.js'
import { UsageError } from '../../usage-error.js'
import { clearList } from './clear-list.js'
import { reportJob } from './report-job.js'
import { warnIfUnlimited } from './warn-if-unlimited.js'
import { warnIfUnserved } from './warn-if-unserved.js'
import { withJobs } from './with-jobs.js'

/** `hermes cron add WHEN [PROMPT]` */
export const addJob: CommandHandler = (context) =>
  withJobs(context, async (jobs) => {
    const [schedule = '', prompt] = context.parameters
    const job = await jobs.book.add({
      schedule,
      task: { ...taskOf(context), ...(prompt !== undefined && { prompt }) },
      ...fieldsOf(context),
      ...(context.values.paused && { isPaused: true }),
      createdBy: 'person',
    })
    const code = await reportJob('Added', job, jobs, context)
    await warnIfUnlimited(job, jobs, context)
    await warnIfUnserved(jobs, context)
    return code
  })

/** `hermes cron edit JOB` */
export const editJob: CommandHandler = (context) =>
  withJobs(context, async (jobs) => {
    const { every: schedule, task: prompt, clear } = context.values
    const task = { ...taskOf(context), ...(prompt !== undefined && { prompt }) }
    const changes = {
      ...fieldsOf(context),
      ...(schedule !== undefined && { schedule }),
      ...(clear !== undefined && { removes: clearList(clear) }),
      ...(Object.keys(task).length > 0 && { task }),
    }
    if (Object.keys(changes).length === 0) {
      throw new UsageError('There is nothing to change: name it, such as --every "every 2h" or --clear script.')
    }
    const job = await jobs.book.edit(context.parameters[0] ?? '', changes)
    const code = await reportJob('Changed', job, jobs, context)
    await warnIfUnlimited(job, jobs, context)
    return code
  })

/** Rejects empty texts, which would otherwise be taken as a name or a folder. @throws {UsageError} */
function refuseEmpty({ values }: CommandContext): void {
  const { name, timezone, script, deliver, workdir, model, provider, toolsets } = values
  const sources = values['context-from']
  const texts = { name, timezone, script, deliver, workdir, model, provider, toolsets, 'context-from': sources }
  const empty = Object.entries(texts).find(([, text]) => text?.trim() === '')?.[0]
  if (empty === undefined) return
  throw new UsageError(
    `--${empty} is empty: leave it out. "hermes cron edit JOB --clear" removes what an option has set.`,
  )
}

function fieldsOf(context: CommandContext) {
  refuseEmpty(context)
  const { values } = context
  const { name, timezone: zone, repeat, deliver } = values
  return {
    ...(name !== undefined && { name }),
    ...(zone !== undefined && { zone }),
    ...(repeat !== undefined && { repeat }),
    ...(deliver !== undefined && { deliver: toList(deliver) }),
    ...(values['skip-missed'] && { missed: 'skip' as const }),
  }
}

function taskOf({ values, io }: CommandContext): Task {
  const { script, workdir, model, provider, reasoning, toolsets } = values
  const sources = values['context-from']
  const maxCostUsd = values['max-cost']
  return {
    ...(script !== undefined && { script }),
    ...(sources !== undefined && { contextFrom: toList(sources) }),
    ...(values['one-conversation'] && { conversation: 'same' as const }),
    ...(workdir !== undefined && { workingDirectory: resolve(io.workingDirectory, workdir) }),
    ...(model !== undefined && { model }),
    ...(provider !== undefined && { provider }),
    ...(reasoning !== undefined && { reasoning }),
    ...(toolsets !== undefined && { toolsets: toList(toolsets) }),
    ...(maxCostUsd !== undefined && { maxCostUsd }),
  }
}

function toList(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
}
