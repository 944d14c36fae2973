import type { ChatActivity } from '../contracts/platform/platform-inbound.js'
import type { HookCalls } from './hook-calls.js'
import type { PluginHooks } from './plugin-hooks.js'

/** Reports what people did on a chat network besides writing. Returns immediately. */
export type TellActivity = (source: string, activity: ChatActivity) => void

/** Creates the function that reports activity; `undefined` if no plugin listens. */
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
