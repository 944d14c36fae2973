import { join } from 'node:path'
import type { Conversations } from '@hermes/conversations'
import { ConfigError, type JsonValue, type SessionStore } from '@hermes/core'
import { openJobs, type Runtime } from '@hermes/runtime'
import type { RunRequest } from '@hermes/scheduler'
import { deliverAnswer, type WebhookAnswer } from './deliver-answer.js'
import { type TransformedEvent, transformEvent } from './transform-event.js'

export interface WebhookAgentOptions {
  readonly runtime: Runtime
  readonly conversations: Conversations
  readonly workingDirectory: string
}

/** The agent of a profile, as routes use it. */
export interface WebhookAgent {
  readonly conversations: Conversations
  readonly store: SessionStore
  readonly workingDirectory: string
  /** Sends an answer to the targets of a route, each at most once per id. */
  deliver(answer: WebhookAnswer): Promise<void>
  /** Returns the message with the text of skills. */
  withSkills(names: readonly string[], message: string): Promise<string>
  /** Returns the event as the script of a route changes it, or `undefined` if it is not answered. */
  transform(script: string, event: TransformedEvent, signal: AbortSignal): Promise<JsonValue | undefined>
  /** Runs a scheduled job with an event. Calls for the same time result in one run. */
  runJob(job: string, request: Required<RunRequest>): Promise<void>
}

/** Time limit of a script that changes an event, in milliseconds. */
const scriptMs = 60_000

/** Creates the agent that routes use. @returns `undefined` for a store without a work queue. */
export function createWebhookAgent({
  runtime,
  conversations,
  workingDirectory,
}: WebhookAgentOptions): WebhookAgent | undefined {
  const { store, paths, logger } = runtime
  const { queue } = store
  if (!queue) return undefined
  const scripts = {
    folder: join(paths.home, 'scripts'),
    environment: runtime.environment,
    timeoutMs: scriptMs,
    logger,
  }
  return {
    conversations,
    store,
    workingDirectory,
    deliver: (answer) => deliverAnswer(answer, { home: paths.home, platforms: runtime.config.platforms, queue }),
    async withSkills(names, message) {
      if (runtime.skills) return runtime.skills.message(names, message)
      throw new ConfigError('features', 'A webhook names skills, but skills are switched off: switch them on.')
    },
    transform: (script, event, signal) => transformEvent(script, event, scripts, signal),
    async runJob(job, request) {
      await openJobs(store, runtime.config.cron, runtime.jobServices).requestRun(job, request)
    },
  }
}
