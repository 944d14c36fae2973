import { promptTokens } from '@hermes/core'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { CallCounts } from './call-counts.js'
import { gatewayState, type StateServices } from './gateway-state.js'
import type { RequestCounts } from './request-counts.js'

export interface RegistryServices extends StateServices {
  readonly requests: RequestCounts
  readonly calls: CallCounts
}

/** Returns the current figures. */
export type MetricsRegistry = () => Promise<{ readonly contentType: string; readonly text: string }>

/** Opens the Prometheus metrics of a gateway. Counts that the gateway already keeps are read on request. */
export function openRegistry(services: RegistryServices): MetricsRegistry {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const names = ['method', 'route', 'status'] as const
  const requests = new Counter({ name: 'hermes_http_requests_total', help: 'Requests.', labelNames: names, registers })
  const seconds = new Counter({
    name: 'hermes_http_request_seconds_total',
    help: 'Time until answers began.',
    labelNames: names,
    registers,
  })
  const turns = new Counter({ name: 'hermes_turns_total', help: 'Turns.', labelNames: ['outcome'], registers })
  const turnSeconds = new Counter({
    name: 'hermes_turn_seconds_total',
    help: 'Durations of turns.',
    labelNames: ['outcome'],
    registers,
  })
  const tokens = new Counter({
    name: 'hermes_tokens_total',
    help: 'Tokens of model calls.',
    labelNames: ['kind', 'task'],
    registers,
  })
  const cost = new Counter({
    name: 'hermes_cost_usd_total',
    help: 'Known cost of model calls.',
    labelNames: ['task'],
    registers,
  })
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers })
  const ready = gauge('hermes_ready', 'Whether turns can run.')
  const running = gauge('hermes_running_turns', 'Requests of the API that run a turn.')
  const conversations = gauge('hermes_conversations', 'Conversations in memory.')
  const jobs = new Gauge({ name: 'hermes_jobs', help: 'Scheduled jobs.', labelNames: ['state'], registers })
  const networks = new Gauge({
    name: 'hermes_network_connected',
    help: 'Whether a chat network is connected.',
    labelNames: ['network'],
    registers,
  })
  const incidents = gauge('hermes_job_incidents', 'Open incidents of scheduled jobs.')

  function countRequests(): void {
    requests.reset()
    seconds.reset()
    for (const { method, route, status, count, seconds: time } of services.requests.counts) {
      requests.inc({ method, route, status }, count)
      seconds.inc({ method, route, status }, time)
    }
  }

  function countTurns(): void {
    turns.reset()
    turnSeconds.reset()
    for (const [outcome, sum] of services.turns.byOutcome) {
      turns.inc({ outcome }, sum.turns)
      turnSeconds.inc({ outcome }, sum.seconds)
    }
  }

  function countCalls(): void {
    tokens.reset()
    cost.reset()
    for (const [task, usage] of services.calls.byTask) {
      tokens.inc({ kind: 'prompt', task }, promptTokens(usage))
      tokens.inc({ kind: 'cached', task }, usage.cacheReadTokens)
      tokens.inc({ kind: 'output', task }, usage.outputTokens)
      if (usage.cost && usage.cost.status !== 'unknown') cost.inc({ task }, usage.cost.microUsd / 1e6)
    }
  }

  return async () => {
    const state = await gatewayState(services)
    ready.set(state.problem === undefined ? 1 : 0)
    running.set(state.running)
    conversations.set(state.conversations)
    networks.reset()
    for (const [network, { status }] of state.networks) networks.set({ network }, status === 'connected' ? 1 : 0)
    if (state.jobs) {
      jobs.set({ state: 'active' }, state.jobs.active)
      jobs.set({ state: 'running' }, state.jobs.running)
      incidents.set(state.jobs.incidents)
    }
    countRequests()
    countTurns()
    countCalls()
    return { contentType: registry.contentType, text: await registry.metrics() }
  }
}
