import { HermesError } from '@hermes/core'
import { oneLine } from '@hermes/safety'
import type { ChatNames } from './chat-names.js'

const shownNames = 20

/**
 * Replaces the name in `telegram:#team` with the id of the chat, so that a chat which takes the name later receives nothing. Aliases
 * of Matrix, `matrix:#room:example.org`, are names on their homeserver and stay unchanged, as do other targets.
 * @throws {HermesError} `schedule/job` when no chat, or several, have the name.
 */
export async function resolveChatName(target: string, names: Pick<ChatNames, 'list'>): Promise<string> {
  const [, network, name] = /^([^:]+):#(.+)$/.exec(target) ?? []
  if (network === undefined || name === undefined) return target
  const known = await names.list(network)
  const [found, ...others] = known.filter((chat) => chat.name.toLowerCase() === name.toLowerCase())
  if (found && others.length === 0) return `${network}:${found.chatId}`
  if (found) {
    const places = [found, ...others].map(({ chatId }) => `${network}:${chatId}`).join(', ')
    throw new HermesError('schedule/job', `Several chats of ${network} have this name: choose one of ${places}.`)
  }
  if (name.includes(':')) return target
  const list = known.slice(0, shownNames).map((chat) => `#${oneLine(chat.name, 60)}`)
  const hint = list.length === 0 ? 'none is known by name yet: write its id' : `known are ${list.join(', ')}`
  throw new HermesError('schedule/job', `${network} has no chat "#${oneLine(name, 60)}": ${hint}.`)
}
