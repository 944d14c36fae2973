import type { JsonObject } from '@hermes/core'

/** Formats the arguments for people, one per line. */
export function describeArguments(args: JsonObject): string {
  return Object.entries(args)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n')
}
