import * as z from 'zod'
import { busyMode, content, listOf, sessionId } from './values.js'

const column = z.object({
  key: z.string(),
  label: z.string(),
  align: z.enum(['left', 'right']).exactOptional(),
  format: z.enum(['time', 'count', 'share', 'micro-usd', 'words']).exactOptional(),
})
const cell = z.union([z.string(), z.number(), z.boolean()])
const option = z.object({
  label: z.string(),
  detail: z.string().exactOptional(),
  command: z.string(),
  isCurrent: z.boolean().exactOptional(),
})
const field = z.object({
  name: z.string(),
  label: z.string(),
  options: listOf(z.string()).exactOptional(),
  value: z.string().exactOptional(),
  isSecret: z.boolean().exactOptional(),
})

/** The result of a command, as data that each client shows in its own way. */
export const outcome = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({
    type: z.literal('table'),
    title: z.string().exactOptional(),
    columns: listOf(column),
    rows: listOf(z.record(z.string(), cell)),
    note: z.string().exactOptional(),
  }),
  z.object({ type: z.literal('choice'), prompt: z.string(), options: listOf(option) }),
  z.object({ type: z.literal('form'), prompt: z.string(), fields: listOf(field), command: z.string() }),
  z.object({ type: z.literal('diff'), diff: z.string(), title: z.string().exactOptional() }),
  /** The command became a message to the agent. */
  z.object({ type: z.literal('message'), content, whenBusy: busyMode.exactOptional() }),
  /** The client should attach to this session. */
  z.object({ type: z.literal('open'), sessionId, text: z.string().exactOptional() }),
  z.object({ type: z.literal('leave'), text: z.string().exactOptional() }),
  /** Dispatch `confirm` or `always` to confirm. */
  z.object({
    type: z.literal('confirm'),
    text: z.string(),
    confirm: z.string(),
    always: z.string().exactOptional(),
  }),
  z.object({ type: z.literal('error'), text: z.string() }),
  z.object({ type: z.literal('done') }),
])
