import { type AssessCall, defineTool, HermesError, type Tool } from '@hermes/core'
import { scanText } from '@hermes/safety/scan'
import * as z from 'zod'
import type { JobBook } from '../book/job-book.js'
import type { Job } from '../jobs/job.js'
import { jobError } from '../jobs/job-error.js'
import { describeState } from '../report/describe-job.js'

const parameters = z.object({
  action: z.enum(['list', 'create', 'update', 'pause', 'resume', 'run', 'remove']),
  job: z.string().optional().describe('Id or name. For all but list and create.'),
  schedule: z
    .string()
    .optional()
    .describe('Once: "30m", an ISO time. Again: "every 2h", "every monday at 9am", five cron fields.'),
  prompt: z.string().optional().describe('The whole task.'),
  name: z.string().optional(),
  script: z
    .string()
    .optional()
    .describe('A file of the home\'s "scripts" folder. Runs first; its output joins prompt.'),
  context_from: z.array(z.string()).optional().describe('Jobs whose results join it.'),
  continue: z.boolean().optional().describe('All runs share one conversation.'),
  deliver: z.array(z.string()).optional().describe('"origin": this conversation; "local": a file. Default both.'),
  repeat: z.int().min(1).optional(),
  model: z.string().optional(),
  toolsets: z.array(z.string()).optional(),
  workdir: z.string().optional(),
})
type Arguments = z.infer<typeof parameters>

export interface CronjobToolOptions {
  readonly book: JobBook
  /** For the times that the model reads. */
  readonly zone: string
  /** The root of the conversation of a session: results are delivered there. */
  rootOf(sessionId: string): Promise<string>
}

/** The tool `cronjob`: scheduled jobs for the model. A prompt that looks like an attack is refused. */
export function cronjobTool({ book, zone, rootOf }: CronjobToolOptions): Tool {
  const show = (job: Job) => ({
    id: job.id,
    name: job.name,
    schedule: job.text,
    state: describeState(job, book.nextDue(job), zone),
    runs: job.runs,
    ...(job.failures > 0 && { failures_in_a_row: job.failures }),
  })
  return defineTool({
    name: 'cronjob',
    toolset: 'cronjob',
    description:
      'Schedule tasks. A run has no user to ask and starts without this conversation. Its final answer is delivered; [SILENT] delivers nothing.',
    parameters,
    effect: 'once',
    concurrency: 'never',
    delegable: false,
    changesFiles: false,
    assess,
    summarize: ({ action, job, name, schedule }) => [action, job ?? name, schedule].filter(Boolean).join(' '),
    async run(args, { sessionId }) {
      const ref = () => {
        if (args.job !== undefined) return args.job
        throw jobError(`The action "${args.action}" needs a job.`)
      }
      switch (args.action) {
        case 'list':
          return { content: JSON.stringify({ jobs: (await book.list()).map(show), zone }) }
        case 'create':
          return answer(await create(args, sessionId))
        case 'update':
          checkPrompt(args.prompt)
          return answer(await book.edit(ref(), { ...fieldsOf(args), task: taskOf(args) }))
        case 'run':
          return answer((await book.requestRun(ref())).job)
        default:
          return answer(await book[args.action](ref()))
      }
    },
  })

  function answer(job: Job) {
    return { content: JSON.stringify(show(job)) }
  }

  async function create(args: Arguments, sessionId: string): Promise<Job> {
    checkPrompt(args.prompt)
    if (args.schedule === undefined) throw jobError('A new job needs a schedule.')
    return book.add({
      schedule: args.schedule,
      task: taskOf(args),
      deliver: ['local', 'origin'],
      ...fieldsOf(args),
      origin: await rootOf(sessionId),
      createdBy: 'agent',
    })
  }
}

function fieldsOf({ schedule, name, deliver, repeat }: Arguments) {
  return {
    ...(schedule !== undefined && { schedule }),
    ...(name !== undefined && { name }),
    ...(deliver && { deliver }),
    ...(repeat !== undefined && { repeat }),
  }
}

function taskOf(args: Arguments) {
  const { prompt, script, context_from: contextFrom, model, toolsets, workdir } = args
  return {
    ...(prompt !== undefined && { prompt }),
    ...(script !== undefined && { script }),
    ...(contextFrom && { contextFrom }),
    ...(args.continue !== undefined && { conversation: args.continue ? ('same' as const) : ('fresh' as const) }),
    ...(model !== undefined && { model }),
    ...(toolsets && { toolsets }),
    ...(workdir !== undefined && { workingDirectory: workdir }),
  }
}

/** @throws {HermesError} `schedule/job` for a prompt that tries to take the agent over. */
function checkPrompt(prompt = ''): void {
  const { findings, block } = scanText(prompt, { surface: 'memory' })
  if (!block) return
  throw new HermesError(
    'schedule/job',
    `The prompt was refused, because it reads like an attack: ${findings.map(({ name }) => name).join(', ')}.`,
  )
}

/** A job acts later, without a person: an effect that lasts. A script is asked about. */
const assess: AssessCall = async ({ action, script, name, job, schedule }) => {
  if (action === 'list') return { verdict: 'run', reasons: [], outward: [] }
  const does = `${String(action)} the scheduled job "${String(name ?? job ?? schedule ?? '')}"`
  const outward = [{ kind: 'lasts', does: 'change scheduled jobs' }] as const
  if (typeof script !== 'string') return { verdict: 'run', reasons: [], outward, subject: does }
  return {
    verdict: 'ask',
    reasons: ['a scheduled job runs a script without a person'],
    outward,
    subject: `${does}, with the script ${script}`,
  }
}
