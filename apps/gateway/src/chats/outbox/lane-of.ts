import type { OutboundPayload } from '../network/payload.js'

/** The lane of a chat in queues. */
export function laneOf({ network, address }: Pick<OutboundPayload, 'network' | 'address'>): string {
  return [network, address.workspaceId ?? '', address.chatId, address.threadId ?? ''].join(':')
}
