import type { OutboundPayload } from '../network/payload.js'

/** Returns the lane of a chat in queues. */
export function laneOf({ network, address }: Pick<OutboundPayload, 'network' | 'address'>): string {
  return startOfLanes(network) + [address.workspaceId ?? '', address.chatId, address.threadId ?? ''].join(':')
}

/** Returns the prefix of the lanes of all chats of a network. */
export function startOfLanes(network: string): string {
  return `${network}:`
}
