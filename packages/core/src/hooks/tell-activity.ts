import type { ChatActivity } from '../contracts/platform/platform-inbound.js'
import type { HookCalls } from './hook-calls.js'
import type { PluginHooks } from './plugin-hooks.js'

/** Tells what people did on a chat network beside writing. Returns at once. */
export type TellActivity = (source: string, activity: ChatActivity) => void

/** `undefined` if no plugin listens. */
export function activityTeller(hooks: PluginHooks, { observer }: HookCalls): TellActivity | undefined {
  const { on_reaction: reactions, on_room_member_activity: members } = hooks
  if (reactions.length + members.length === 0) return undefined
  const reacted = observer('on_reaction', reactions)
  const moved = observer('on_room_member_activity', members)
  return (source, activity) => {
    if (activity.type === 'reaction') void reacted({ source, reaction: activity })
    else void moved({ source, member: activity })
  }
}
