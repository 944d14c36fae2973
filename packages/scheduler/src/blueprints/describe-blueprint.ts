import type { Blueprint } from './blueprint.js'

/** `topic=<the topic> time=07:30`: the values of a blueprint as they are written. */
export function describeSlots({ slots }: Blueprint): string {
  return slots.map(({ name, asks, default: value }) => `${name}=${value ?? `<${asks}>`}`).join(' ')
}
