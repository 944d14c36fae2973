import * as z from 'zod'
import { listOf, nothing } from './values.js'

const longestDeltaMs = 1_000
const requestNames = listOf(z.enum(['approval', 'clarify']))

/** The methods of the connection itself. */
export const connectionMethods = {
  initialize: {
    params: z.object({
      protocolVersion: z.number(),
      client: z.object({ name: z.string(), version: z.string().exactOptional() }).exactOptional(),
      capabilities: z
        .object({
          requests: requestNames.exactOptional(),
          /** How long deltas are collected into one event, in milliseconds. Default: 0, where each is an event. */
          deltaMs: z.number().min(0).max(longestDeltaMs).exactOptional(),
        })
        .exactOptional(),
    }),
    result: z.object({
      protocolVersion: z.number(),
      server: z.object({ name: z.string(), version: z.string() }),
      capabilities: z.object({
        methods: listOf(z.string()),
        events: listOf(z.string()),
        requests: listOf(z.string()),
      }),
      limits: z.object({ maxFrameBytes: z.number() }),
    }),
  },
  /** Changes what the client can be asked. */
  'client.capabilities': { params: z.object({ requests: requestNames }), result: nothing },
  ping: { params: nothing, result: nothing },
} as const
