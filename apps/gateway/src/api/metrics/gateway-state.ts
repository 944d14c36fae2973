import type { Conversations } from '@hermes/conversations'
import { isOpen, type JobBook } from '@hermes/scheduler'
import type { ConnectionHealths } from '../../chats/connect/connection-health.js'
import type { RequestLimit } from '../access/limit-requests.js'
import type { Readiness } from '../readiness.js'
import type { TurnCounts } from './turn-counts.js'

export interface StateServices {
  readonly version: string
  readonly conversations: Conversations
  readonly limit: RequestLimit
  readonly turns: TurnCounts
  readonly readiness: Readiness
  readonly jobs?: JobBook
  /** The connections to chat networks. Default: none. */
  readonly networks?: () => ConnectionHealths
}

/** What the gateway is doing now. */
export interface GatewayState {
  readonly version: string
  readonly uptimeSeconds: number
  /** Why no turn can run, or `undefined` if one can. */
  readonly problem: string | undefined
  /** Number of API requests that run a turn, and of conversations in memory. */
  readonly running: number
  readonly conversations: number
  readonly memoryBytes: number
  readonly networks: ConnectionHealths
  readonly jobs:
    | { readonly served: boolean; readonly active: number; readonly running: number; readonly incidents: number }
    | undefined
}

export async function gatewayState(services: StateServices): Promise<GatewayState> {
  const { version, conversations, limit, readiness, jobs, networks } = services
  return {
    version,
    uptimeSeconds: process.uptime(),
    problem: await readiness(),
    running: limit.running,
    conversations: conversations.live.length,
    memoryBytes: process.memoryUsage.rss(),
    networks: networks?.() ?? new Map(),
    jobs: jobs && (await jobsState(jobs)),
  }
}

async function jobsState(book: JobBook) {
  const [served, jobs, incidents] = await Promise.all([book.isServed(), book.list(), book.incidents()])
  return {
    served,
    active: jobs.filter(({ state }) => state === 'active').length,
    running: jobs.filter(({ pending }) => pending !== undefined).length,
    incidents: incidents.filter(isOpen).length,
  }
}
