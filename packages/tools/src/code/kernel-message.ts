import type { JsonObject } from '@hermes/core'
import * as z from 'zod'

/** It comes from `JSON.parse`: what it holds is JSON. */
const jsonObject = z.custom<JsonObject>((value) => typeof value === 'object' && value !== null && !Array.isArray(value))

/** What a kernel tells. */
export const kernelMessage = z.discriminatedUnion('type', [
  /** A program calls a tool. */
  z.object({
    type: z.literal('call'),
    call: z.int(),
    name: z.string(),
    args: jsonObject,
  }),
  /** Nothing of the program comes after this on the same stream. */
  z.object({ type: z.literal('end'), program: z.int(), code: z.int() }),
])

export type KernelMessage = z.output<typeof kernelMessage>

/** What a kernel is told. */
export type KernelRequest =
  | {
      readonly type: 'run'
      readonly program: number
      /** As errors call it. */
      readonly name: string
      readonly code: string
      readonly tools: readonly ProgramFunction[]
    }
  | { readonly type: 'result'; readonly call: number; readonly text: string; readonly isError: boolean }
  | { readonly type: 'interrupt' }

/** A tool as programs see it. */
export interface ProgramFunction {
  readonly name: string
  /** In the order in which they may be given without their names. */
  readonly parameters: readonly string[]
}
