import type { JsonObject } from '@hermes/core'

/** One argument a line, as a person reads them. */
export function describeArguments(args: JsonObject): string {
  return Object.entries(args)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n')
}
