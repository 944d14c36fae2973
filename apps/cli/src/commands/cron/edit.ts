import { resolve } from 'node:path'
import type { Task } from '@hermes/scheduler'
import type { CommandContext, CommandHandler } from '../../arguments/command-spec.js'
import { reportJob } from './report-job.js'
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
    await warnIfUnserved(jobs, context)
    return code
  })

/** `hermes cron edit JOB` */
export const editJob: CommandHandler = (context) =>
  withJobs(context, async (jobs) => {
    const { every: schedule, task: prompt } = context.values
    const job = await jobs.book.edit(context.parameters[0] ?? '', {
      ...fieldsOf(context),
      ...(schedule !== undefined && { schedule }),
      task: { ...taskOf(context), ...(prompt !== undefined && { prompt }) },
    })
    return reportJob('Changed', job, jobs, context)
  })

function fieldsOf({ values }: CommandContext) {
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
