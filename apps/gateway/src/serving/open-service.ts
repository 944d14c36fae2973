import { type CompressionSettings, createConversations } from '@hermes/conversations'
import { describeError, type Logger } from '@hermes/core'
import type { LaneClaims } from '@hermes/core/queue'
import { type Config, openJobs, type Runtime } from '@hermes/runtime'
import type { Delivery } from '@hermes/scheduler'
import type { Hono } from 'hono'
import { apiKeys, holdersOf } from '../api/access/api-keys.js'
import { createBudgets } from '../api/access/budgets.js'
import { createRequestLimit } from '../api/access/limit-requests.js'
import { createApp } from '../api/create-app.js'
import { createTurnCounts } from '../api/metrics/turn-counts.js'
import { createRequestModels } from '../api/models/request-models.js'
import { createReadiness } from '../api/readiness.js'
import { recoverRuns } from '../api/runs/recover-runs.js'
import { createRunBook } from '../api/runs/run-book.js'
import { runsQueue, workOnRuns } from '../api/runs/work-on-runs.js'
import type { NetworkState } from '../chats/connect/network-state.js'
import { createLinks } from '../chats/people/links.js'
import { isCounted } from '../chats/people/permissions.js'
import { type Chats, type OpenPlatform, startChats } from '../chats/start-chats.js'
import { createOwnWork } from '../own-work/own-work.js'
import { createDailySpending } from '../spending/daily-spending.js'
import type { Tracing } from '../tracing/tracing.js'
import { readVersion } from '../version.js'
import type { WebhookAgentOptions } from '../webhooks/answer/webhook-agent.js'
import { startWebhooks } from '../webhooks/start-webhooks.js'
import { catalogOf } from './catalog-of.js'
import { gatewayCommands } from './gateway-commands.js'
import { hasProvider } from './has-provider.js'

export interface ServiceOptions {
  readonly runtime: Runtime
  readonly source: string
  readonly workingDirectory: string
  readonly logger: Logger
  /** Tells the owner of the gateway about its chat networks. Default: not told. */
  readonly say?: (line: string) => void
  /** Default: the adapters that the settings name. */
  readonly openPlatform?: OpenPlatform | undefined
  /** Claims that all homes of the machine share. Default: none. */
  readonly machineClaims?: LaneClaims | undefined
  /** The services of other profiles, by name: their routes are below `/p/NAME`. Default: none. */
  readonly profiles?: ReadonlyMap<string, Pick<Service, 'app' | 'answerer'>>
  /** Traces the requests of the API. Default: none. */
  readonly tracing?: Tracing | undefined
}

/** The agent of one home, with its API and its chat networks. */
export interface Service {
  /** The connections to chat networks. */
  networks(): readonly NetworkState[]
  /** The routes of the API. */
  readonly app: Hono
  /** What answers the webhooks of other profiles. */
  readonly answerer: WebhookAgentOptions
  /** Where results of jobs can be sent. */
  readonly deliveries: readonly Delivery[]
  /** Applies changed settings of chat networks. Otherwise that happens within seconds. */
  refresh(): Promise<void>
  /** Continues what a process before has left unfinished. Call it once the API is served. */
  recover(): Promise<void>
  /** Lets running turns finish within `graceMs`, then interrupts them. Call {@link close} when the API is not served any more. */
  stop(graceMs: number): Promise<void>
  close(): Promise<void>
}

/** How long messages to chats may still be sent after the last turn has ended. */
const sendGraceMs = 1_500

/**
 * Connects a runtime's agent to its chat networks, and makes the routes of its API.
 * @throws {ConfigError} without a key, or with one that is too weak for the address.
 */
export async function openService({
  runtime,
  source,
  workingDirectory,
  logger,
  say = () => undefined,
  openPlatform,
  machineClaims,
  profiles,
  tracing,
}: ServiceOptions): Promise<Service> {
  const {
    host,
    model_name: modelName,
    max_request_mb: maxRequestMb,
    max_concurrent_runs: maxRuns,
    cors_origins: origins,
  } = runtime.config.gateway.api_server
  const keys = apiKeys(runtime.config.gateway.api_server)
  const { agentFor, store } = runtime
  await runtime.skills?.refresh()
  const { values } = store
  const people = values && {
    links: createLinks(values),
    spending: createDailySpending({ values, namespace: 'chat.spending', now: Date.now }),
  }
  const commands = gatewayCommands({ runtime, source, workingDirectory, ...(people && { links: people.links }) })
  const budgets = store.values && createBudgets({ values: store.values, holders: holdersOf(keys), now: Date.now })
  const turns = createTurnCounts()
  const conversations = createConversations({
    store,
    agentFor,
    questions: runtime.questions,
    commands,
    compression: () => betweenTurns(runtime.config),
    maxRecoveries: () => runtime.config.agent.max_recoveries,
    async onTurnEnd(turn) {
      turns.add(turn)
      await budgets?.charge(turn)
      if (isCounted(turn, runtime.config.people)) await people?.spending.add(turn.by.id, turn)
    },
    services: { logger },
  })
  const limit = createRequestLimit(maxRuns)
  const readiness = createReadiness({
    store,
    hasProvider: () => hasProvider(runtime),
    isStopping: () => conversations.isClosing,
    logger,
  })
  let chats: Chats | undefined
  const runs = store.values && createRunBook(store.values)
  const runWork = store.queue && createOwnWork(store.queue, runsQueue)
  const runsStopped = new AbortController()
  let runsWork: Promise<void> | undefined
  const services = {
    conversations,
    store,
    limit,
    modelName,
    models: createRequestModels({ settings: () => runtime.config.gateway.api_server, agentFor }),
    source,
    workingDirectory,
    logger,
    questions: runtime.questions,
    ...(budgets && { budgets }),
    ...(runWork && { runWork }),
    ...(tracing && { tracing }),
  }
  const answerer = { runtime, conversations, workingDirectory }
  const others = new Map(Array.from(profiles ?? [], ([name, profile]) => [name, profile.answerer]))
  const events = await startWebhooks({ ...answerer, profiles: others, say })
  const app = createApp({
    ...services,
    ...(profiles && { profiles }),
    ...(runs && { runs }),
    ...(store.values && store.queue && { jobs: openJobs(store, runtime.config.cron, runtime.jobServices) }),
    showsReasoning: () => runtime.config.display.show_reasoning,
    networks: () => chats?.health ?? new Map(),
    webhooks: { get: (name) => chats?.networks.get(name)?.adapter },
    ...(events && { receiveWebhook: events.receive }),
    keys,
    origins,
    host,
    readiness,
    turns,
    version: readVersion(),
    catalog: catalogOf(runtime),
    maxBodyBytes: maxRequestMb * 2 ** 20,
  })
  const started = await startChats({
    runtime,
    conversations,
    commands,
    people,
    workingDirectory,
    say,
    openPlatform,
    machineClaims,
  })
  chats = started
  return {
    app,
    answerer,
    networks: () => started.states(),
    deliveries: started.delivery ? [started.delivery] : [],
    refresh: () => started.refresh(),
    async recover() {
      if (!runs) return void (await conversations.resumeQueued())
      await recoverRuns({ ...services, runs })
      if (!runWork) return
      runsWork = workOnRuns({ ...services, runs, runWork }, runsStopped.signal).catch((error: unknown) => {
        logger.log('error', `Runs of other processes are not taken over any more: ${describeError(error)}`)
      })
    },
    async stop(graceMs) {
      runsStopped.abort()
      await Promise.all([
        started.stopReceiving(),
        events?.stop(),
        conversations.drain({ signal: AbortSignal.timeout(graceMs) }),
      ])
      await started.stop(sendGraceMs)
    },
    async close() {
      await conversations[Symbol.asyncDispose]()
      await runsWork
    },
  }
}

/** The settings for compressions between turns. */
function betweenTurns({ compression }: Config): CompressionSettings | undefined {
  if (!compression.enabled) return undefined
  return {
    maxMessages: compression.hygiene_hard_message_limit,
    limitMs: compression.hygiene_total_ceiling_seconds * 1000,
    holdMs: compression.hygiene_max_turn_hold_seconds * 1000,
    cooldownMs: compression.hygiene_failure_cooldown_seconds * 1000,
  }
}
