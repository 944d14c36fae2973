import { describeError } from '@hermes/core'

export function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(describeError(thrown), { cause: thrown })
}
