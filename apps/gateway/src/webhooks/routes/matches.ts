import type { WebhookFilter, WebhookRoute } from '@hermes/runtime'
import type { WebhookEvent } from '../event/webhook-event.js'
import { filterHolds } from './filters/filter-holds.js'

/**
 * Returns why an event is not answered, or `undefined` if it is.
 * @param home The folder that relative paths of filters start from.
 * @throws {ConfigError} when a filter cannot work.
 */
export async function whyIgnored(
  { name, data }: WebhookEvent,
  { events, filters }: WebhookRoute,
  home: string,
): Promise<string | undefined> {
  if (events.length > 0 && (name === undefined || !events.includes(name))) {
    return name === undefined
      ? `The event has no name, and the route only answers ${events.join(', ')}.`
      : `The route does not answer "${name}".`
  }
  for (const filter of filters) {
    if (!(await filterHolds(filter, data, home))) return `A filter does not hold${placeOf(filter)}.`
  }
  return undefined
}

function placeOf({ path }: WebhookFilter): string {
  return path === undefined ? '' : ` for ${path}`
}
