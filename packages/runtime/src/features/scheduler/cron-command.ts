import type { SlashCommand } from '@hermes/core'
import { describeRun, describeState, type Job, type JobBook, timesOf } from '@hermes/scheduler'

const actions = ['pause', 'resume', 'run', 'remove', 'why'] as const

/** `/cron`: manages scheduled jobs in a conversation. */
export function cronCommand(openBook: () => Promise<JobBook>, zone: () => string): SlashCommand {
  return {
    name: 'cron',
    usage: '[pause|resume|run|remove|why JOB]',
    description: 'List scheduled jobs, or change one',
    category: 'tools',
    who: 'admin',
    async complete(prefix) {
      const [action = '', ref] = prefix.split(' ')
      if (ref === undefined) return actions.filter((name) => name.startsWith(action)).map((text) => ({ text }))
      const jobs = await (await openBook()).list()
      return jobs
        .filter(({ id }) => id.startsWith(ref))
        .map(({ id, name }) => ({ text: `${action} ${id}`, detail: name }))
    },
    async run(args) {
      const [word = '', ...rest] = args.trim().split(/\s+/)
      const ref = rest.join(' ')
      const book = await openBook()
      if (word === '' || word === 'list') return list(book, await book.list())
      const action = actions.find((name) => name === word)
      if (!action || ref === '')
        return { type: 'error', text: 'Write /cron, or /cron pause, resume, run, remove or why with a job.' }
      if (action === 'why') return why(book, ref)
      const job = action === 'run' ? (await book.requestRun(ref)).job : await book[action](ref)
      return action === 'remove' ? `Removed "${job.name}".` : line(book, job)
    },
  }

  function line(book: JobBook, job: Job): string {
    const state = describeState(job, { nextDueMs: book.nextDue(job), zone: zone(), blocked: book.whyBlocked(job) })
    return `**${job.name}** (${job.id}): ${job.text}; ${state}`
  }

  function list(book: JobBook, jobs: readonly Job[]): string {
    return jobs.length === 0 ? 'There are no scheduled jobs.' : jobs.map((job) => `- ${line(book, job)}`).join('\n')
  }

  async function why(book: JobBook, ref: string): Promise<string> {
    const [job, runs] = await Promise.all([book.get(ref), book.runs(ref)])
    const story = runs.slice(0, 5).map((run) => `- ${describeRun(run, timesOf(job, zone())).join(' ')}`)
    return [line(book, job), ...(story.length === 0 ? ['It has not run yet.'] : story)].join('\n')
  }
}
