import type { JsonValue } from '@hermes/core'
import type { WebhookRoute } from '@hermes/runtime'
import { fillTemplate } from '../routes/fill-template.js'

/** The targets of a route for an event: those that name only a network get the chat of `deliver_extra`. */
export function targetsOf({ deliver, deliver_extra: extra }: WebhookRoute, data: JsonValue): readonly string[] {
  if (!extra) return deliver
  const place = [extra.chat_id, ...(extra.thread_id === undefined ? [] : [extra.thread_id])]
  const chat = place.map((part) => fillTemplate(part, data)).join(':')
  return deliver.map((target) => (target === 'local' || target.includes(':') ? target : `${target}:${chat}`))
}
