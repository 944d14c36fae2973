import * as z from 'zod'
import { events } from './events.js'
import { methods } from './methods.js'
import { errorCodes, maxFrameBytes, protocolVersion } from './protocol.js'
import { serverRequests } from './requests.js'

/**
 * Returns the protocol as JSON Schema: the parameters and results of methods and server requests, and the payloads of
 * events.
 */
export function protocolSchema() {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Hermes RPC',
    protocolVersion,
    maxFrameBytes,
    errorCodes,
    methods: mapValues(methods, callSchema),
    serverRequests: mapValues(serverRequests, callSchema),
    events: mapValues(events, toSchema),
  }
}

function callSchema({ params, result }: { readonly params: z.ZodType; readonly result: z.ZodType }) {
  return { params: toSchema(params), result: toSchema(result) }
}

function toSchema(type: z.ZodType) {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io: 'input' })
  return schema
}

function mapValues<In, Out>(record: Readonly<Record<string, In>>, map: (value: In) => Out): Record<string, Out> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]))
}
