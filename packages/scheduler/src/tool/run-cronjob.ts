import { HermesError, type ToolOutcome } from '@hermes/core'
import { createScan } from '@hermes/safety/scan'
import type { Job } from '../jobs/job.js'
import { jobError } from '../jobs/job-error.js'
import { describeState } from '../report/describe-job.js'
import type { CronjobArguments } from './cronjob-parameters.js'
import type { CronjobToolOptions } from './cronjob-tool-options.js'

/**
 * Runs a call of the tool. @throws {HermesError} `schedule/not-found`, `schedule/ambiguous`, `schedule/invalid`,
 * `schedule/job`.
 */
export async function runCronjob(
  args: CronjobArguments,
  sessionId: string,
  options: CronjobToolOptions,
): Promise<ToolOutcome> {
  const zone = options.zone()
  const book = await options.book(sessionId)
  const show = (job: Job) => ({
    id: job.id,
    name: job.name,
    schedule: job.text,
    state: describeState(job, { nextDueMs: book.nextDue(job), zone, blocked: book.whyBlocked(job) }),
    runs: job.runs,
    ...(job.lastRun && { last_status: job.lastRun.status }),
    ...(job.failures > 0 && { failures_in_a_row: job.failures }),
  })
  const answer = (job: Job) => ({ content: JSON.stringify(show(job)) })
  switch (args.action) {
    case 'list':
      return { content: JSON.stringify({ jobs: (await book.list()).map(show), zone }) }
    case 'create':
      return answer(await create())
    case 'update':
      await checkPrompt(args.prompt)
      // The prompt of a job that enters a conversation is a person's message there.
      if ((await book.get(ref())).enters !== undefined) throw jobError('Only a person can change it, with /heartbeat.')
      return answer(await book.edit(ref(), { ...fieldsOf(args), task: taskOf(args) }))
    case 'run':
      return answer((await book.requestRun(ref())).job)
    default:
      return answer(await book[args.action](ref()))
  }

  function ref(): string {
    if (args.job !== undefined) return args.job
    throw jobError(`The action "${args.action}" needs a job.`)
  }

  async function create(): Promise<Job> {
    await checkPrompt(args.prompt)
    if (args.schedule === undefined) throw jobError('A new job needs a schedule.')
    return book.add({
      schedule: args.schedule,
      task: taskOf(args),
      deliver: ['local', 'origin'],
      ...fieldsOf(args),
      origin: await options.rootOf(sessionId),
      createdBy: 'agent',
    })
  }
}

function fieldsOf({ schedule, name, deliver, repeat }: CronjobArguments) {
  return {
    ...(schedule !== undefined && { schedule }),
    ...(name !== undefined && { name }),
    ...(deliver && { deliver }),
    ...(repeat !== undefined && { repeat }),
  }
}

function taskOf(args: CronjobArguments) {
  const { prompt, script, context_from: contextFrom, model, provider, reasoning, toolsets, workdir } = args
  return {
    ...(prompt !== undefined && { prompt }),
    ...(script !== undefined && { script }),
    ...(contextFrom && { contextFrom }),
    ...(args.continue !== undefined && { conversation: args.continue ? ('same' as const) : ('fresh' as const) }),
    ...(model !== undefined && { model }),
    ...(provider !== undefined && { provider }),
    ...(reasoning && { reasoning }),
    ...(toolsets && { toolsets }),
    ...(workdir !== undefined && { workingDirectory: workdir }),
  }
}

/** Checks a prompt. @throws {HermesError} `schedule/job` for a prompt that tries to take over the agent. */
async function checkPrompt(prompt = ''): Promise<void> {
  const { findings, block } = await createScan()(prompt, { surface: 'memory' })
  if (!block) return
  throw new HermesError(
    'schedule/job',
    `The prompt was refused, because it reads like an attack: ${findings.map(({ name }) => name).join(', ')}.`,
  )
}
