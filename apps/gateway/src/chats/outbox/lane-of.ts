import type { OutboundPayload } from '../network/payload.js'

/** The lane of a chat in queues. */
export function laneOf({ network, address }: Pick<OutboundPayload, 'network' | 'address'>): string {
  return startOfLanes(network) + [address.workspaceId ?? '', address.chatId, address.threadId ?? ''].join(':')
}

/** What the lanes of all chats of a network begin with. */
export function startOfLanes(network: string): string {
  return `${network}:`
}
