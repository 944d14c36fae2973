import { ConfigError } from '@hermes/core'
import type { ChatAddress } from '@hermes/core/platform'
import { nearestNames, oneLine } from '@hermes/safety'

export interface ChatTarget {
  readonly network: string
  readonly address: ChatAddress
}

/** The settings of chat networks by name, as far as they contain a home chat. */
export type HomeChats = Readonly<Record<string, { readonly home_chat?: string | undefined }>>

/**
 * Parses `telegram:<chat>` or `telegram:<chat>:<thread>`. `telegram` alone is the home chat of the network. The id of a Matrix room, which
 * begins with `!`, and its alias, which begins with `#`, may contain colons; its threads begin with `$`. A chat of `email` is an address,
 * in lower case; one of `telegram` is a number or `@name`.
 * @throws {ConfigError} when the network is not in the settings, or there is no such chat.
 * @param others Words that would also have been targets, for the message. Default: none.
 */
export function parseTarget(target: string, platforms: HomeChats, others: readonly string[] = []): ChatTarget {
  const [network = ''] = target.split(':', 1)
  const settings = Object.hasOwn(platforms, network) ? platforms[network] : undefined
  if (!settings) throw unknownNetwork(network, [...others, ...Object.keys(platforms)])
  const place = target.length > network.length ? target.slice(network.length + 1) : (settings.home_chat ?? '')
  const [chatId = '', threadId] = /^[!#]/.test(place) ? place.split(/:(?=\$)/, 2) : place.split(':')
  if (chatId === '') {
    const sentence = `"${target}" names no chat: write ${network}:<chat>, or set platforms.${network}.home_chat.`
    throw new ConfigError(`platforms.${network}.home_chat`, sentence)
  }
  if (network === 'email' && !/^[^\s@]+@[^\s@]+$/.test(chatId)) {
    throw new ConfigError(
      `platforms.${network}`,
      `"${chatId}" is not an address: write email:ada@example.org, for example.`,
    )
  }
  if (network === 'telegram') requireTelegramPlace(chatId, threadId)
  const address = network === 'email' ? chatId.toLowerCase() : chatId
  return { network, address: { chatId: address, ...(threadId !== undefined && { threadId }) } }
}

/** Requires a chat of Telegram: a number, or the name of a public chat. */
function requireTelegramPlace(chatId: string, threadId: string | undefined): void {
  if (/^(-?\d+|@\w+)$/.test(chatId) && (threadId === undefined || /^\d+$/.test(threadId))) return
  const place = threadId === undefined ? chatId : `${chatId}:${threadId}`
  throw new ConfigError(
    'platforms.telegram',
    `"${oneLine(place, 60)}" is no chat of Telegram: write its number, such as telegram:123456789, or a public name, such as telegram:@news.`,
  )
}

function unknownNetwork(wanted: string, known: readonly string[]): ConfigError {
  const network = oneLine(wanted, 60)
  const [near] = nearestNames(network, known, { most: 1 })
  const list = known.length === 0 ? '.' : `: choose one of ${known.join(', ')}, or set it up.`
  const hint = near === undefined ? list : `: did you mean "${near}"?`
  return new ConfigError(`platforms.${network}`, `The settings have no chat network "${network}"${hint}`)
}

/** Formats the part of a target after its network: `<chat>` or `<chat>:<thread>`. */
export function formatPlace({ chatId, threadId }: ChatAddress): string {
  return threadId === undefined ? chatId : `${chatId}:${threadId}`
}
