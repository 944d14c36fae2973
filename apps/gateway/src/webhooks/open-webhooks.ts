import { describeError } from '@hermes/core'
import type { WorkQueue } from '@hermes/core/queue'
import type { ValueTable } from '@hermes/core/sessions'
import { profileOf } from '@hermes/runtime'
import type { Handler } from 'hono'
import { isLoopback } from '../api/access/is-loopback.js'
import { answerWebhooks } from './answer/answer-webhooks.js'
import { createWebhookAgent, type WebhookAgentOptions } from './answer/webhook-agent.js'
import { receiveWebhook } from './receive/receive-webhook.js'
import { createFindRoute } from './routes/find-route.js'
import { openSubscriptions } from './routes/subscriptions.js'

export interface OpenWebhooksOptions extends WebhookAgentOptions {
  readonly queue: WorkQueue
  readonly values: ValueTable
  /** The agents of other profiles that this process serves, by the name of the profile. */
  readonly profiles: ReadonlyMap<string, WebhookAgentOptions>
  readonly say: (line: string) => void
}

export interface OpenWebhooks {
  /** Handles `POST /webhooks/:route`. */
  readonly receive: Handler
  /** Accepts no more events. Unanswered ones stay in the queue. */
  stop(): Promise<void>
}

/** Receives events and answers them. */
export function openWebhooks(options: OpenWebhooksOptions): OpenWebhooks {
  const { runtime, queue, values, profiles, say } = options
  const { config, paths, logger } = runtime
  const { host } = config.gateway.api_server
  const findRoute = createFindRoute(async () => {
    // Reads changed files. Invalid ones are reported, and leave the settings unchanged.
    await runtime.agentFor({}).catch(() => undefined)
    return runtime.config.webhooks
  }, openSubscriptions(paths.home))
  const own = createWebhookAgent(options)
  const others = new Map(Array.from(profiles, ([name, other]) => [name, createWebhookAgent(other)]))
  const agentOf = (profile?: string) =>
    profile === undefined || profile === profileOf(paths) ? own : others.get(profile)
  const stopped = new AbortController()
  const answering = answerWebhooks({ findRoute, agentOf, queue, values, say, logger }, stopped.signal).catch(
    (error: unknown) => say(`Webhooks have stopped: ${describeError(error)}`),
  )
  return {
    receive: receiveWebhook({
      findRoute,
      queue,
      home: paths.home,
      serves: (profile) => agentOf(profile) !== undefined,
      isLocal: isLoopback(host),
      logger,
      now: Date.now,
    }),
    async stop() {
      stopped.abort()
      await answering
    },
  }
}
