import type { ChatActivity } from '@hermes/core/platform'
import type { Update, User } from 'grammy/types'
import { placeOf, senderOf } from './place-of.js'

type Reactions = NonNullable<Update['message_reaction']>['new_reaction']

/** Returns what people did besides writing. Telegram only tells bots about reactions where they are administrators. */
export function toActivities(
  { update_id: id, message, message_reaction: reacted }: Update,
  me: User,
): readonly ChatActivity[] {
  if (reacted) return toReactions(String(id), reacted)
  if (!message) return []
  const { new_chat_members: joined = [], left_chat_member: left, date } = message
  const changes = [
    ...joined.map((member) => ({ member, change: 'joined' as const })),
    ...(left ? [{ member: left, change: 'left' as const }] : []),
  ].filter(({ member }) => member.id !== me.id)
  return changes.map(({ member, change }, index) => ({
    type: 'member',
    id: `${id}:${index}`,
    ...placeOf(message),
    sender: senderOf(member),
    change,
    sentAtMs: date * 1000,
  }))
}

/** Returns the changed reactions. An update has all reactions of a person to a message, before and after the change. */
function toReactions(
  id: string,
  { chat, message_id: messageId, user, date, ...reactions }: NonNullable<Update['message_reaction']>,
): readonly ChatActivity[] {
  // The person stays anonymous.
  if (!user || chat.type === 'channel') return []
  const [before, after] = [emojisOf(reactions.old_reaction), emojisOf(reactions.new_reaction)]
  const changes = [
    ...after.filter((emoji) => !before.includes(emoji)).map((emoji) => ({ emoji, change: 'added' as const })),
    ...before.filter((emoji) => !after.includes(emoji)).map((emoji) => ({ emoji, change: 'removed' as const })),
  ]
  return changes.map((change, index) => ({
    type: 'reaction',
    id: `${id}:${index}`,
    ...placeOf({ chat }),
    sender: senderOf(user),
    messageId: String(messageId),
    sentAtMs: date * 1000,
    ...change,
  }))
}

/** Returns the emojis among reactions. Custom emojis are pictures without text. */
function emojisOf(reactions: Reactions): readonly string[] {
  return reactions.flatMap((reaction) => (reaction.type === 'emoji' ? [reaction.emoji] : []))
}
