import { defineTransport } from '@hermes/core/extension'
import * as z from 'zod'
import { createEchoTransport } from './transport.js'

export { createEchoTransport, type EchoOptions } from './transport.js'

/** Named in a config file: `transport: { use: hermes-transport-echo, prefix: 'I heard: ' }`. */
export default defineTransport({
  id: 'echo',
  options: z.strictObject({ prefix: z.string().default('You said: ') }),
  create: createEchoTransport,
})
