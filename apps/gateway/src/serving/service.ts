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
  /** The lines that features report about sessions outside of their turns. Default: not shown. */
  readonly lines?: Pick<SessionLines, 'onLine'>
  /** Tells the owner of the gateway about its chat networks. Default: nothing is told. */
  readonly say?: (line: string) => void
  /** Default: the adapters that the settings name. */
  readonly openPlatform?: OpenPlatform | undefined
  /** Claims that all homes of the machine share. Default: none. */
  readonly machineClaims?: LaneClaims | undefined
  /** The accounts of this profile. Default: the process serves no other profile. */
  readonly accounts?: ProfileAccounts | undefined
  /** The services of other profiles, by name, with their routes below `/p/NAME`. Default: none. */
  readonly profiles?: ReadonlyMap<string, Pick<Service, 'loadApp' | 'answerer'>>
  /** Traces the requests of the API. Default: none. */
  readonly tracing?: Tracing | undefined
}

/** The agent of one home, with its API and its chat networks. */
export interface Service {
  /** Returns the connections to chat networks. */
  networks(): readonly NetworkState[]
  /** Returns the routes of the API, which are loaded once. */
  loadApp(): Promise<Hono>
  /** The probes of the API, which need nothing to be loaded. */
  readonly probes: Probes
  /** Counts of the requests to the API. */
  readonly requests: RequestCounts
  /** The options of the agent that answers the webhooks of other profiles. */
  readonly answerer: WebhookAgentOptions
  /** Where job results can be sent. */
  readonly deliveries: readonly Delivery[]
  readonly refusalOfJob: RefusalOfJob
  /** Runs the jobs that enter a conversation. Absent if the store has no values. */
  readonly enterConversation: RunJob | undefined
  /** Applies changed settings of chat networks at once, instead of within seconds. */
  refresh(): Promise<void>
  /** Continues what an earlier process has left unfinished, and receives from chat networks. Call it once the API is served. */
  recover(): Promise<void>
  /** Lets running turns finish within `graceMs`, then interrupts them. Call {@link close} when the API is no longer served. */
  stop(graceMs: number): Promise<void>
  close(): Promise<void>
}
