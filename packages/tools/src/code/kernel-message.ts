import type { JsonObject } from '@hermes/core'
import * as z from 'zod'

/** JSON object. The value comes from `JSON.parse`, so it contains only JSON. */
const jsonObject = z.custom<JsonObject>((value) => typeof value === 'object' && value !== null && !Array.isArray(value))

/** Messages from a kernel. */
export const kernelMessage = z.discriminatedUnion('type', [
  /** Sent when a program calls a tool. */
  z.object({
    type: z.literal('call'),
    call: z.int(),
    name: z.string(),
    args: jsonObject,
  }),
  /** Sent when no further output of the program follows on this stream. */
  z.object({ type: z.literal('end'), program: z.int(), code: z.int() }),
])

export type KernelMessage = z.output<typeof kernelMessage>

/** Messages to a kernel. */
export type KernelRequest =
  | {
      readonly type: 'run'
      readonly program: number
      /** File name in error messages. */
      readonly name: string
      readonly code: string
      readonly tools: readonly ProgramFunction[]
    }
  | { readonly type: 'result'; readonly call: number; readonly text: string; readonly isError: boolean }
  | { readonly type: 'interrupt' }

/** Tool as a function that programs can call. */
export interface ProgramFunction {
  readonly name: string
  /** Names of the parameters in the order of positional arguments. */
  readonly parameters: readonly string[]
}
