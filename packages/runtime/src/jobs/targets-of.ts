import { ConfigError } from '@hermes/core'
import type { ChatTarget, HomeChats } from '@hermes/platforms/messages'
import type { Job } from '@hermes/scheduler'

/** The chat network settings that delivering the results of jobs needs. */
export type ChatSettings = Readonly<Record<string, HomeChats[string] & { readonly enabled: boolean }>>

/**
 * Resolves the targets of a job. `all` stands for the conversation that created it and the home chat of each enabled network, or for
 * `local` if there are none. A chat that several targets lead to gets one message.
 * @param chatOf Returns the chat of a conversation, if it has one.
 */
export async function targetsOf(
  { deliver, origin }: Pick<Job, 'deliver' | 'origin'>,
  platforms: ChatSettings,
  chatOf: (conversation: string) => Promise<ChatTarget | undefined>,
): Promise<readonly string[]> {
  const targets = new Set(deliver.flatMap((target) => (target === 'all' ? everywhere(origin, platforms) : [target])))
  const places = new Map<string, string>()
  for (const target of targets) {
    const place = await placeOf(target, platforms, async () => origin && chatOf(origin))
    if (!places.has(place)) places.set(place, target)
  }
  return [...places.values()]
}

function everywhere(origin: string | undefined, platforms: ChatSettings): readonly string[] {
  const chats = Object.entries(platforms).flatMap(([name, { enabled, home_chat: chat }]) =>
    enabled && chat ? [name] : [],
  )
  const places = [...(origin === undefined ? [] : ['origin']), ...chats]
  return places.length === 0 ? ['local'] : places
}

/** Returns the same text for all targets that lead to the same chat. */
async function placeOf(
  target: string,
  platforms: ChatSettings,
  chatOfOrigin: () => Promise<ChatTarget | undefined | ''>,
): Promise<string> {
  if (target === 'local') return target
  const { formatPlace, parseTarget } = await import('@hermes/platforms/messages')
  const format = ({ network, address }: ChatTarget) => `${network}:${formatPlace(address)}`
  if (target === 'origin') {
    const chat = await chatOfOrigin()
    return chat ? format(chat) : target
  }
  try {
    return format(parseTarget(target, platforms))
  } catch (error) {
    // The delivery reports what is wrong with the target.
    if (ConfigError.is(error)) return target
    throw error
  }
}
