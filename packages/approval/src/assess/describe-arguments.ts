import type { JsonObject } from '@hermes/core'

/** One argument per line, for people. */
export function describeArguments(args: JsonObject): string {
  return Object.entries(args)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n')
}
