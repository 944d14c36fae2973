import * as z from 'zod'

const id = z.union([z.string(), z.number()])
const version = z.literal('2.0')
const params = z.record(z.string(), z.unknown())

/** A message of JSON-RPC 2.0 with named parameters. Batches are not used. */
export const frameSchema = z.union([
  // Most frames are events. Strict, so that a request with an invalid id does not pass for one.
  z.strictObject({ jsonrpc: version, method: z.string(), params: params.exactOptional() }),
  z.object({ jsonrpc: version, id, method: z.string(), params: params.exactOptional() }),
  z.object({ jsonrpc: version, id: id.nullable(), result: z.record(z.string(), z.unknown()) }),
  z.object({
    jsonrpc: version,
    id: id.nullable(),
    error: z.object({ code: z.number(), message: z.string(), data: params.exactOptional() }),
  }),
])

export type Frame = z.infer<typeof frameSchema>
export type RequestId = z.infer<typeof id>
