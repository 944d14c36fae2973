import * as z from 'zod'

/** Whether the process answers, or turns can run. */
export const healthSchema = z.object({
  status: z.enum(['ok', 'stopping', 'not-ready']),
  reason: z.string().exactOptional(),
})

/** What the gateway is doing. */
export const detailedHealthSchema = z.object({
  status: z.enum(['ok', 'not-ready']),
  /** Why no turn can run. */
  reason: z.string().nullable(),
  version: z.string(),
  uptime_seconds: z.int(),
  running_turns: z.int(),
  conversations_in_memory: z.int(),
  memory_bytes: z.int(),
  event_loop_delay: z.object({ p99_ms: z.int(), max_ms: z.int() }).nullable(),
  /** The state of the chat networks, by name. */
  networks: z.record(
    z.string(),
    z.object({
      status: z.enum(['connecting', 'connected', 'waiting', 'lost', 'failed', 'paused']),
      since: z.iso.datetime(),
      reason: z.string().exactOptional(),
    }),
  ),
  jobs: z.object({ served: z.boolean(), active: z.int(), running: z.int(), incidents: z.int() }).nullable(),
})

export type Health = z.output<typeof healthSchema>
export type DetailedHealth = z.output<typeof detailedHealthSchema>
