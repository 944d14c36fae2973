import { ConfigError, type JsonValue } from '@hermes/core'
import { parseTarget } from '@hermes/platforms/messages'
import type { WebhookRoute } from '@hermes/runtime'
import { oneLine } from '@hermes/safety'
import { fillTemplate } from '../routes/fill-template.js'
import { hasPlaces } from '../routes/has-places.js'
import { NoTargetError } from './no-target-error.js'

/**
 * Returns the targets of a route for an event. Targets that name only a network get the chat of `deliver_extra`.
 * @throws {NoTargetError} when the event lacks a value for the chat, or the result is not a chat.
 */
export function targetsOf({ deliver, deliver_extra: extra }: WebhookRoute, data: JsonValue): readonly string[] {
  if (!extra) return deliver
  const chat = fill(extra.chat_id, data)
  const thread = extra.thread_id === undefined ? undefined : fill(extra.thread_id, data)
  return deliver.map((target) => {
    if (target === 'local' || target.includes(':')) return target
    const whole = [target, chat, ...(thread === undefined ? [] : [thread])].join(':')
    if (hasPlaces(extra.chat_id) || hasPlaces(extra.thread_id ?? '')) requirePlace(whole, target, chat, thread)
    return whole
  })
}

function fill(template: string, data: JsonValue): string {
  const filled = fillTemplate(template, data)
  if (filled.trim() !== '' && !(hasPlaces(template) && hasPlaces(filled))) return filled
  throw new NoTargetError(`The event has no value for ${template}, which names the chat of its answer.`)
}

/** Strangers write the values, so the value for a chat must not name a thread as well. */
function requirePlace(target: string, network: string, chat: string, thread: string | undefined): void {
  const { chatId, threadId } = addressOf(target, network)
  if (chatId.toLowerCase() === chat.toLowerCase() && threadId === thread) return
  throw new NoTargetError(`"${oneLine(chat, 60)}" of the event is no chat of ${network}.`)
}

function addressOf(target: string, network: string) {
  try {
    return parseTarget(target, { [network]: {} }).address
  } catch (cause) {
    if (ConfigError.is(cause)) throw new NoTargetError(cause.message, { cause })
    throw cause
  }
}
