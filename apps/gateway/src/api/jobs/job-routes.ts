import { HermesError } from '@hermes/core'
import { type Job, type JobBook, toJobRow, toRunRow } from '@hermes/scheduler'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import type { Budgets } from '../access/budgets.js'
import { callerOf } from '../request/caller.js'
import type { Deleted } from '../request/deleted-schema.js'
import { readBody } from '../request/read-body.js'
import { badRequest, RequestError } from '../request/request-error.js'
import { jobChangesSchema, newJobSchema, toJobChanges, toNewJob } from './job-request.js'
import type { JobList, JobObject, JobRunList, RequestedRun } from './job-schemas.js'

export interface JobRoutesOptions {
  readonly jobs: JobBook
  /** The budgets. A key without a budget starts no jobs. Absent if the store keeps no values. */
  readonly budgets?: Pick<Budgets, 'check'> | undefined
}

/** Serves `/api/jobs`: the scheduled jobs of the home, with the semantics of `hermes cron`. A job is named by its id, a prefix of its id, or its name. */
export function jobRoutes({ jobs: book, budgets }: JobRoutesOptions): Hono {
  const routes = new Hono()
  const checkBudget: MiddlewareHandler = async (context, next) => {
    await budgets?.check(callerOf(context, undefined))
    return next()
  }
  const row = (job: Job): JobObject => toJobRow(job, book.nextDue(job), book.whyBlocked(job))
  const idOf = (context: Context) => context.req.param('id') ?? ''
  routes.get('/', async (context) =>
    context.json({
      object: 'list',
      served: await book.isServed(),
      data: (await book.list()).map(row),
    } satisfies JobList),
  )
  routes.post('/', checkBudget, async (context) => {
    const request = toNewJob(await readBody(context, newJobSchema))
    const payer = payerOf(context)
    return context.json(row(await asked(() => book.add({ ...request, payer }))), 201)
  })
  routes.get('/:id', async (context) => context.json(row(await asked(() => book.get(idOf(context))))))
  routes.get('/:id/runs', async (context) => {
    const runs = await asked(() => book.runs(idOf(context)))
    return context.json({ object: 'list', data: runs.map(toRunRow) } satisfies JobRunList)
  })
  routes.patch('/:id', async (context) => {
    const changes = toJobChanges(await readBody(context, jobChangesSchema))
    return context.json(row(await asked(() => book.edit(idOf(context), changes))))
  })
  routes.delete('/:id', async (context) => {
    const { id } = await asked(() => book.remove(idOf(context)))
    return context.json({ id, object: 'hermes.job', deleted: true } satisfies Deleted)
  })
  routes.post('/:id/pause', async (context) => context.json(row(await asked(() => book.pause(idOf(context))))))
  routes.post('/:id/resume', async (context) => context.json(row(await asked(() => book.resume(idOf(context))))))
  routes.post('/:id/run', checkBudget, async (context) => {
    const { job, runId } = await asked(() => book.requestRun(idOf(context)))
    return context.json({ ...row(job), run_id: runId } satisfies RequestedRun, 202)
  })
  return routes
}

/** Returns the payer of a new job, which is the named key that adds it. */
function payerOf(context: Context): string | undefined {
  return context.get('apiKey').holder && callerOf(context, undefined).userId
}

/** Maps refusals of the job book to a status. */
async function asked<Result>(operation: () => Promise<Result>): Promise<Result> {
  try {
    return await operation()
  } catch (error) {
    if (!HermesError.is(error)) throw error
    if (error.code === 'schedule/ambiguous') throw new RequestError(409, 'ambiguous', error.message)
    if (error.code === 'schedule/running') throw new RequestError(409, 'job_running', error.message)
    if (error.code === 'schedule/not-found') throw new RequestError(404, 'not_found', error.message)
    if (error.code === 'schedule/invalid') throw badRequest(error.message, 'schedule')
    if (error.code === 'schedule/job') throw badRequest(error.message)
    throw error
  }
}
