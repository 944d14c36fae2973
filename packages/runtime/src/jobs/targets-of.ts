import type { HomeChats } from '@hermes/platforms/messages'
import type { Job } from '@hermes/scheduler'

/** The settings of chat networks, as far as results of jobs need them. */
export type ChatSettings = Readonly<Record<string, HomeChats[string] & { readonly enabled: boolean }>>

/**
 * The targets of a job. `all` stands for the conversation that created it and the home chat of each network that is switched on, or for
 * `local` if there is none of these. A target that is named twice gets one message.
 */
export function targetsOf({ deliver, origin }: Pick<Job, 'deliver' | 'origin'>, platforms: ChatSettings) {
  return [...new Set(deliver.flatMap((target) => (target === 'all' ? everywhere(origin, platforms) : [target])))]
}

function everywhere(origin: string | undefined, platforms: ChatSettings): readonly string[] {
  const chats = Object.entries(platforms).flatMap(([name, { enabled, home_chat: chat }]) =>
    enabled && chat ? [name] : [],
  )
  const places = [...(origin === undefined ? [] : ['origin']), ...chats]
  return places.length === 0 ? ['local'] : places
}
