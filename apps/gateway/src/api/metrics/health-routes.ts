import { Hono } from 'hono'
import { gatewayState } from './gateway-state.js'
import type { MetricsRegistry, RegistryServices } from './open-registry.js'

/** `/health/detailed` and `/metrics`: what the gateway is doing. */
export function healthRoutes(services: RegistryServices): Hono {
  const routes = new Hono()
  let registry: Promise<MetricsRegistry> | undefined
  routes.get('/health/detailed', async (context) => {
    const { version, uptimeSeconds, problem, running, conversations, memoryBytes, jobs } = await gatewayState(services)
    return context.json({
      status: problem === undefined ? 'ok' : 'not-ready',
      reason: problem ?? null,
      version,
      uptime_seconds: Math.round(uptimeSeconds),
      running_turns: running,
      conversations_in_memory: conversations,
      memory_bytes: memoryBytes,
      jobs: jobs ?? null,
    })
  })
  routes.get('/metrics', async (context) => {
    registry ??= import('./open-registry.js').then(({ openRegistry }) => openRegistry(services))
    const { contentType, text } = await (await registry)()
    return context.body(text, 200, { 'content-type': contentType })
  })
  return routes
}
