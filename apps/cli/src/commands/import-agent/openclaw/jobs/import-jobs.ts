import { join } from 'node:path'
import { HermesError } from '@hermes/core'
import {
  type HomePaths,
  type JobNames,
  loadConfig,
  openJobCheck,
  openJobNames,
  openJobs,
  openStore,
  zoneOf,
} from '@hermes/runtime'
import { isRecord } from '@hermes/safety'
import { readOptional } from '@hermes/safety/files'
import { english } from '@hermes/safety/language'
import { createScan } from '@hermes/safety/scan'
import { type JobBook, jobReasoning, parseSchedule, type Task } from '@hermes/scheduler'
import { type Io, tell } from '../../../../io.js'
import { fieldsAt, listAt } from '../fields.js'
import type { ImportedItem } from '../imported-item.js'
import type { OpenClawHome } from '../openclaw-home.js'
import { readJson5 } from '../read-json5.js'
import { routes } from '../settings/model-settings.js'
import { providersOf } from '../settings/providers-of.js'
import { type ForeignJob, readJob } from './foreign-job.js'

export interface ImportJobsOptions {
  readonly io: Io
  /** Home that stores the jobs. */
  readonly paths: HomePaths
  /** Home or copy with the settings for checking the jobs. */
  readonly settings: HomePaths
  readonly isDryRun: boolean
}

/** Adds the jobs of an agent to the scheduled jobs. A job whose results have nowhere to go is added paused. */
export async function importJobs(source: OpenClawHome, options: ImportJobsOptions): Promise<readonly ImportedItem[]> {
  const nowMs = Date.now()
  const found = (await readJobs(join(source.home, 'cron', 'jobs.json'))).flatMap((job) => readJob(job, nowMs) ?? [])
  const jobs = found.filter(({ agent }) => agent === source.agent || (agent === undefined && source.isDefault))
  if (jobs.length === 0) return []
  const { io, paths, settings, isDryRun } = options
  const { config, variables } = await loadConfig({ paths: settings, variables: io.env })
  const onTrouble = (sentence: string) => void tell(io, sentence)
  await using store = await openStore(paths, { database: config.database, store: config.store, variables, onTrouble })
  const names = await openJobNames({ config, variables }, settings)
  const check = await openJobCheck({ config, paths: settings, variables })
  const book = openJobs(store, config.cron, { check, names })
  const homes = Object.entries(config.platforms).filter(([, platform]) => platform.home_chat !== undefined)
  const place: JobPlace = {
    book,
    names,
    nowMs,
    isDryRun,
    zone: zoneOf(config.cron),
    lastChat: homes.length === 1 ? homes[0]?.[0] : undefined,
    routeOf: routes(fieldsAt(fieldsAt(source.config, 'agents'), 'defaults'), providersOf(source.config)),
  }
  const items: ImportedItem[] = []
  for (const job of jobs) items.push(await importJob(job, place))
  return items
}

interface JobPlace {
  readonly book: JobBook
  readonly names: JobNames
  readonly nowMs: number
  readonly isDryRun: boolean
  readonly zone: string
  /** The only network with a home chat, which stands in for the chat used last. */
  readonly lastChat: string | undefined
  readonly routeOf: ReturnType<typeof routes>
}

async function importJob(job: ForeignJob, place: JobPlace): Promise<ImportedItem> {
  const { name, prompt, schedule, zone = place.zone } = job
  const { book, isDryRun, nowMs } = place
  const isKnown = (await book.list()).some((known) => known.name === name && known.task.prompt === prompt)
  if (isKnown) return { name, outcome: 'unchanged' }
  const { block } = await createScan()(prompt, { surface: 'context' })
  if (block) return { name, outcome: 'refused' }
  try {
    parseSchedule(schedule, { nowMs, zone })
    const { task, reason: ofTask } = await taskOf(job, place)
    const { deliver, reason: ofTarget } = await targetOf(job, place)
    const isPaused = !job.isEnabled || ofTarget !== undefined
    const reason = ofTarget ?? ofTask
    if (!isDryRun) {
      await book.add({
        name,
        schedule,
        task,
        deliver: [deliver],
        createdBy: 'person',
        isPaused,
        ...(job.zone !== undefined && { zone }),
      })
    }
    return { name, outcome: 'added', ...(reason !== undefined && { reason }) }
  } catch (error) {
    if (!HermesError.is(error)) throw error
    return { name, outcome: 'refused', reason: english`The job ${name} is not imported: ${error.message}` }
  }
}

/** Resolves the model of a job. A job whose model cannot be used here gets the configured one. */
async function taskOf({ name, prompt, model, effort }: ForeignJob, { names, routeOf }: JobPlace) {
  const reasoning = jobReasoning.safeParse(effort).data
  const plain: Task = { prompt, ...(reasoning !== undefined && { reasoning }) }
  if (model === undefined) return { task: plain }
  const route = routeOf(model)
  const task: Task = { ...plain, ...route }
  if (route && (await isAccepted(() => names.requireTask(task)))) return { task }
  return {
    task: plain,
    reason: english`The job ${name} uses the configured model, because ${model} cannot be used here.`,
  }
}

async function targetOf({ name, target }: ForeignJob, { names, lastChat }: JobPlace) {
  if (target === undefined) return { deliver: 'local' }
  const deliver = target === '' ? lastChat : target
  if (deliver !== undefined && (await isAccepted(() => names.requireTarget(deliver)))) return { deliver }
  const reason = english`The job ${name} is paused, because its results have nowhere to go: run hermes cron edit with --deliver, then hermes cron resume.`
  return { deliver: 'local', reason }
}

async function isAccepted(check: () => Promise<unknown>): Promise<boolean> {
  try {
    await check()
    return true
  } catch (error) {
    if (HermesError.is(error)) return false
    throw error
  }
}

async function readJobs(path: string): Promise<readonly unknown[]> {
  const text = await readOptional(path)
  try {
    const value = text === undefined ? undefined : readJson5(text)
    return isRecord(value) ? listAt(value, 'jobs') : []
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    const sentence = `${path} cannot be read (${cause.message}): correct it, then import again.`
    throw new HermesError('cli/import', sentence, { cause })
  }
}
