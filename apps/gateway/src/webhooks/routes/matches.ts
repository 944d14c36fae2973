import { isDeepStrictEqual } from 'node:util'
import type { WebhookRoute } from '@hermes/runtime'
import type { WebhookEvent } from '../event/webhook-event.js'
import { valueAt } from './value-at.js'

type Condition = WebhookRoute['filters'][number]

/** Why an event is not answered; `undefined` if it is. */
export function whyIgnored(event: WebhookEvent, { events, filters }: WebhookRoute): string | undefined {
  const { name, data } = event
  if (events.length > 0 && (name === undefined || !events.includes(name)))
    return `The route does not answer "${name ?? ''}".`
  const failed = filters.find((condition) => !holds(condition, valueAt(data, condition.path)))
  return failed && `A filter does not hold for ${failed.path}.`
}

function holds({ exists, equals, not_equals: other, contains, in: list }: Condition, value: unknown): boolean {
  if (exists !== undefined && exists !== (value !== undefined)) return false
  if (equals !== undefined && !isDeepStrictEqual(value, equals)) return false
  if (other !== undefined && isDeepStrictEqual(value, other)) return false
  if (list !== undefined && !list.some((member) => isDeepStrictEqual(member, value))) return false
  return contains === undefined || hasPart(value, contains)
}

function hasPart(value: unknown, part: string): boolean {
  return (typeof value === 'string' || Array.isArray(value)) && value.includes(part)
}
