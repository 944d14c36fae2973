import { ConfigError } from '@hermes/core'
import type { ChatAddress } from '@hermes/core/platform'

export interface ChatTarget {
  readonly network: string
  readonly address: ChatAddress
}

/**
 * Parses `telegram:<chat>` or `telegram:<chat>:<thread>`.
 * @throws {ConfigError} when the network is not in the settings, or there is no chat.
 */
export function parseTarget(target: string, platforms: Readonly<Record<string, unknown>>): ChatTarget {
  const [network = '', chatId = '', threadId] = target.split(':')
  if (!Object.hasOwn(platforms, network)) {
    throw new ConfigError(`platforms.${network}`, `The settings have no chat network "${network}".`)
  }
  if (chatId === '') throw new ConfigError('', `"${target}" names no chat: write ${network}:<chat>.`)
  return { network, address: { chatId, ...(threadId !== undefined && { threadId }) } }
}
