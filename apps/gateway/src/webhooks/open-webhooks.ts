import { join } from 'node:path'
import type { Conversations } from '@hermes/conversations'
import { ConfigError, describeError } from '@hermes/core'
import type { WorkQueue } from '@hermes/core/queue'
import type { ValueTable } from '@hermes/core/sessions'
import { openJobs, type Runtime } from '@hermes/runtime'
import type { Handler } from 'hono'
import { isLoopback } from '../api/access/is-loopback.js'
import { answerWebhooks } from './answer/answer-webhooks.js'
import { deliverAnswer } from './answer/deliver-answer.js'
import { transformEvent } from './answer/transform-event.js'
import { receiveWebhook } from './receive/receive-webhook.js'
import { openSubscriptions } from './routes/subscriptions.js'

export interface OpenWebhooksOptions {
  readonly runtime: Runtime
  readonly conversations: Conversations
  readonly queue: WorkQueue
  readonly values: ValueTable
  readonly workingDirectory: string
  readonly say: (line: string) => void
}

export interface OpenWebhooks {
  /** For `POST /webhooks/:route`. */
  readonly receive: Handler
  /** Takes no more events. Those that are not answered stay in the queue. */
  stop(): Promise<void>
}

/** The time limit of a script that changes an event. */
const scriptMs = 60_000

/** Receives events and answers them. */
export function openWebhooks(options: OpenWebhooksOptions): OpenWebhooks {
  const { runtime, conversations, queue, values, workingDirectory, say } = options
  const { store, config, paths, logger } = runtime
  const { host } = config.gateway.api_server
  const subscriptions = openSubscriptions(paths.home)
  const routes = async () => ({ ...(await subscriptions.read()), ...config.webhooks })
  const delivery = { home: paths.home, platforms: config.platforms, queue }
  const stopped = new AbortController()
  const scripts = {
    folder: join(paths.home, 'scripts'),
    environment: runtime.environment,
    timeoutMs: scriptMs,
    logger,
  }
  const answering = answerWebhooks(
    {
      routes,
      conversations,
      store,
      queue,
      values,
      workingDirectory,
      deliver: (answer) => deliverAnswer(answer, delivery),
      withSkills: async (names, message) => {
        if (runtime.skills) return runtime.skills.message(names, message)
        throw new ConfigError('features', 'A webhook names skills, but skills are switched off: switch them on.')
      },
      transform: (script, data, signal) => transformEvent(script, data, scripts, signal),
      runJob: async (job, request) =>
        void (await openJobs(store, config.cron, runtime.jobServices).requestRun(job, request)),
      logger,
    },
    stopped.signal,
  ).catch((error: unknown) => say(`Webhooks have stopped: ${describeError(error)}`))
  return {
    receive: receiveWebhook({ routes, queue, home: paths.home, isLocal: isLoopback(host), now: Date.now }),
    async stop() {
      stopped.abort()
      await answering
    },
  }
}
