import type { Blueprint } from './blueprint.js'

/** Formats the values of a blueprint as they are written: `topic=<the topic> time=07:30`. */
export function describeSlots({ slots }: Blueprint): string {
  return slots.map(({ name, asks, default: value }) => `${name}=${value ?? `<${asks}>`}`).join(' ')
}
