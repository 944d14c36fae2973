import { describeError } from '@hermes/core'
import { openScheduler, type RuntimeHost } from '@hermes/runtime'
import type { Service } from '../serving/service.js'
import { jobAlert } from './job-alert.js'
import { pausedJob } from './paused-job.js'

export interface Jobs {
  /** Lets running jobs finish within `graceMs`, then interrupts them. */
  stop(graceMs: number): Promise<void>
}

/** Runs scheduled jobs until it is stopped. */
export function startJobs(host: RuntimeHost, options: JobsOptions): Jobs {
  const { workingDirectory, say, deliveries, refusalOfJob, enterConversation } = options
  const [stopped, interrupted] = [new AbortController(), new AbortController()]
  const scheduler = openScheduler(host, {
    workingDirectory,
    deliveries,
    refusalOf: refusalOfJob,
    interrupted: interrupted.signal,
    alertText: jobAlert,
    pausedText: pausedJob,
    ...(enterConversation && { enter: enterConversation }),
  })
  const ended = scheduler.run(stopped.signal).catch((error: unknown) => {
    say(`Scheduled jobs have stopped: ${describeError(error)}`)
  })
  return {
    async stop(graceMs) {
      stopped.abort()
      const timer = setTimeout(() => interrupted.abort(), graceMs)
      await ended
      clearTimeout(timer)
    },
  }
}

interface JobsOptions
  extends Pick<Service, 'deliveries'>,
    Partial<Pick<Service, 'refusalOfJob' | 'enterConversation'>> {
  readonly workingDirectory: string
  readonly say: (line: string) => void
}
