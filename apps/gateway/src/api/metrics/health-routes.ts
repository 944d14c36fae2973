import { Hono } from 'hono'
import { gatewayState } from './gateway-state.js'
import type { DetailedHealth } from './health-schemas.js'
import { createLoopDelay } from './loop-delay.js'
import type { MetricsRegistry, RegistryServices } from './open-registry.js'

/** Serves `/health/detailed` and `/metrics`: what the gateway is doing. */
export function healthRoutes(services: RegistryServices): Hono {
  const routes = new Hono()
  const loopDelay = createLoopDelay()
  let registry: Promise<MetricsRegistry> | undefined
  routes.get('/health/detailed', async (context) => {
    const { version, uptimeSeconds, problem, running, conversations, memoryBytes, networks, jobs } =
      await gatewayState(services)
    const delay = loopDelay()
    return context.json({
      status: problem === undefined ? 'ok' : 'not-ready',
      reason: problem ?? null,
      version,
      uptime_seconds: Math.round(uptimeSeconds),
      running_turns: running,
      conversations_in_memory: conversations,
      memory_bytes: memoryBytes,
      event_loop_delay: delay ? { p99_ms: delay.p99Ms, max_ms: delay.maxMs } : null,
      networks: Object.fromEntries(
        [...networks].map(([name, { status, sinceMs, reason }]) => [
          name,
          { status, since: new Date(sinceMs).toISOString(), ...(reason !== undefined && { reason }) },
        ]),
      ),
      jobs: jobs ?? null,
    } satisfies DetailedHealth)
  })
  routes.get('/metrics', async (context) => {
    registry ??= import('./open-registry.js').then(({ openRegistry }) => openRegistry(services))
    const { contentType, text } = await (await registry)()
    return context.body(text, 200, { 'content-type': contentType })
  })
  return routes
}
