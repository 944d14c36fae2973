import type { Logger } from '@hermes/core'
import type { LaneClaims } from '@hermes/core/queue'
import type { Runtime } from '@hermes/runtime'
import type { Delivery, RunJob } from '@hermes/scheduler'
import type { Hono } from 'hono'
import type { RequestCounts } from '../api/metrics/request-counts.js'
import type { Probes } from '../api/probes.js'
import type { ProfileAccounts } from '../chats/connect/account-book.js'
import type { OpenPlatform } from '../chats/connect/connections.js'
import type { NetworkState } from '../chats/connect/network-state.js'
import type { Tracing } from '../tracing/tracing.js'
import type { WebhookAgentOptions } from '../webhooks/answer/webhook-agent.js'
import type { RefusalOfJob } from './refusal-of-job.js'
import type { SessionLines } from './session-lines.js'

export interface ServiceOptions {
  readonly runtime: Runtime
  readonly source: string
  readonly workingDirectory: string
  readonly logger: Logger
  /** What features say about sessions outside of their turns. Default: not shown. */
  readonly lines?: Pick<SessionLines, 'onLine'>
  /** Tells the owner of the gateway about its chat networks. Default: not told. */
  readonly say?: (line: string) => void
  /** Default: the adapters that the settings name. */
  readonly openPlatform?: OpenPlatform | undefined
  /** Claims that all homes of the machine share. Default: none. */
  readonly machineClaims?: LaneClaims | undefined
  /** Those of this profile among all of the process. Default: the process serves no other profile. */
  readonly accounts?: ProfileAccounts | undefined
  /** The services of other profiles, by name: their routes are below `/p/NAME`. Default: none. */
  readonly profiles?: ReadonlyMap<string, Pick<Service, 'loadApp' | 'answerer'>>
  /** Traces the requests of the API. Default: none. */
  readonly tracing?: Tracing | undefined
}

/** The agent of one home, with its API and its chat networks. */
export interface Service {
  /** The connections to chat networks. */
  networks(): readonly NetworkState[]
  /** The routes of the API. They are loaded once. */
  loadApp(): Promise<Hono>
  /** Those of the API, which need nothing to be loaded. */
  readonly probes: Probes
  /** The requests to the API. */
  readonly requests: RequestCounts
  /** What answers the webhooks of other profiles. */
  readonly answerer: WebhookAgentOptions
  /** Where results of jobs can be sent. */
  readonly deliveries: readonly Delivery[]
  readonly refusalOfJob: RefusalOfJob
  /** Runs the jobs that enter a conversation. Absent if the store has no values. */
  readonly enterConversation: RunJob | undefined
  /** Applies changed settings of chat networks. Otherwise that happens within seconds. */
  refresh(): Promise<void>
  /** Continues what a process before has left unfinished, and receives from chat networks. Call it once the API is served. */
  recover(): Promise<void>
  /** Lets running turns finish within `graceMs`, then interrupts them. Call {@link close} when the API is not served any more. */
  stop(graceMs: number): Promise<void>
  close(): Promise<void>
}
