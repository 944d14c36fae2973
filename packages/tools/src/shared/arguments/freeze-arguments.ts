import type { JsonObject } from '@hermes/core'

/** Deeply freezes arguments. */
export function freezeArguments(args: JsonObject): JsonObject {
  freeze(args)
  return args
}

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return
  for (const member of Object.values(value)) freeze(member)
  Object.freeze(value)
}
