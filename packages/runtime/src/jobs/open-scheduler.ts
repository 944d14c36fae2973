import { join } from 'node:path'
import { english } from '@hermes/safety/language'
import {
  type AlertText,
  createScheduler,
  type Delivery,
  type Job,
  type PausedText,
  type RunJob,
  type Scheduler,
  type SchedulerOptions,
  type SchedulerSettings,
} from '@hermes/scheduler'
import type { RuntimeHost } from '../runtime-host.js'
import type { Config } from '../schema/config-schema.js'
import { openJobs } from '../services/open-jobs.js'
import { zoneOf } from '../services/zone-of.js'
import { chatOf } from './chat-of.js'
import { deliverToConversation } from './deliver-to-conversation.js'
import { deliverToFile } from './deliver-to-file.js'
import { deliverToOrigin } from './deliver-to-origin.js'
import { refuseChats } from './refuse-chats.js'
import { createJobRunner } from './run-agent-job.js'
import { targetsOf } from './targets-of.js'

export interface OpenSchedulerOptions {
  /** The working folder of jobs that name none. */
  readonly workingDirectory: string
  /** Interrupts the running jobs when aborted. Default: they run to their end. */
  readonly interrupted?: AbortSignal
  /** Runs the jobs that enter a conversation. Default: they are left to other processes. */
  readonly enter?: RunJob
  /** Deliveries in addition to files and conversations: to chats, including those in which a job was created. Default: none. */
  readonly deliveries?: readonly Delivery[]
  /** See {@link SchedulerOptions.refusalOf}. */
  readonly refusalOf?: SchedulerOptions['refusalOf']
  /** Formats the alert that a failing job sends to its targets. Default: the number of failures. */
  readonly alertText?: AlertText
  /** Formats the notice to the targets of a job that the scheduler pauses after too many failures. Default: a sentence without commands. */
  readonly pausedText?: PausedText
}

/** Opens the scheduler of a home. It runs jobs with agents, on surfaces where no person can be asked. */
export function openScheduler(host: RuntimeHost, options: OpenSchedulerOptions): Scheduler {
  const {
    interrupted = new AbortController().signal,
    workingDirectory,
    enter,
    deliveries = [],
    refusalOf,
    alertText,
    pausedText,
  } = options
  const { store, logger, paths, jobBell } = host
  const book = openJobs(store, host.config.cron, { bell: jobBell })
  const runApart = createJobRunner({ host, book, workingDirectory, interrupted })
  const scheduler = createScheduler({
    store,
    run: (firing, run) => (firing.job.enters === undefined ? runApart : (enter ?? skip))(firing, run),
    ...(!enter && { isFor: ({ enters }: Job) => enters === undefined }),
    refusalOf,
    deliveries: [
      deliverToFile(join(paths.home, 'cron', 'output'), () => host.config.cron.kept_runs),
      deliverToOrigin(store, { conversation: deliverToConversation(store, Date.now), chats: deliveries }),
      ...deliveries,
      refuseChats,
    ],
    targetsOf: (job) => targetsOf(job, host.config.platforms, (conversation) => chatOf(store, conversation)),
    settings: async () => settingsOf((await host.refresh()).cron),
    zone: () => zoneOf(host.config.cron),
    alertText,
    pausedText,
    services: { logger },
  })
  return {
    ...scheduler,
    async run(signal) {
      const unfollow = jobBell.follow(scheduler.wake)
      try {
        await scheduler.run(signal)
      } finally {
        unfollow()
      }
    },
  }
}

function settingsOf(cron: Config['cron']): Partial<SchedulerSettings> {
  return {
    maxParallel: cron.max_parallel_jobs,
    graceMs: cron.misfire_grace_minutes * 60_000,
    catchesUp: cron.catch_up_missed,
    failuresToAlert: cron.failure_nudge_threshold,
    failuresToPause: cron.pause_after_failures,
    keptRuns: cron.kept_runs,
    ...(!cron.retry_unreachable && { retryDelaysMs: [] }),
  }
}

/** Replaces `enter` when it is missing, for a run that a person requests in this process. */
const skip: RunJob = async () => ({
  status: 'skipped',
  reason: english`It goes on in a chat, which only a gateway can enter.`,
})
