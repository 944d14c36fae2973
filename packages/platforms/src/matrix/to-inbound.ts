import type {
  ButtonPress,
  CallOptions,
  InboundAttachment,
  InboundMessage,
  MemberChange,
  MessageRemoval,
  PlatformEvent,
  ReactionChange,
} from '@hermes/core/platform'
import { readButtons } from './buttons.js'
import { type MessageContent, messageContent, type RoomEvent, reactionContent } from './events.js'
import { redactedBy } from './removed-messages.js'
import type { Rooms } from './rooms.js'

export interface OwnAccount {
  readonly userId: string
  readonly name: string
}

/**
 * Converts an event of a person.
 * @returns `undefined` for all other events: other state, notices of other bots, edits, the agent's own events.
 */
export async function toInbound(
  roomId: string,
  event: RoomEvent,
  { own, rooms }: { readonly own: OwnAccount; readonly rooms: Rooms },
  options: CallOptions,
): Promise<PlatformEvent | undefined> {
  if (event.sender === own.userId || event.event_id === '') return undefined
  if (event.type === 'm.reaction') return toPress(roomId, event, { own, rooms }, options)
  if (event.type === 'm.room.redaction') return toRemoval(roomId, event, await rooms.members(roomId, options))
  if (event.type === 'm.room.member') return toMember(roomId, event, own, await rooms.members(roomId, options))
  const parsed = event.type === 'm.room.message' ? messageContent.safeParse(event.content) : undefined
  // Bots send notices, and must not answer them (Client-Server API, `m.notice`).
  if (!parsed?.success || parsed.data.msgtype === 'm.notice') return undefined
  const content = parsed.data
  const relation = content['m.relates_to']
  if (relation?.rel_type === 'm.replace') return undefined

  const members = await rooms.members(roomId, options)
  const threadId = relation?.rel_type === 'm.thread' ? relation.event_id : undefined
  const isFallback = threadId !== undefined && relation?.is_falling_back !== false
  const answered = isFallback ? undefined : relation?.['m.in_reply_to']?.event_id
  const repliedTo = answered === undefined ? undefined : await rooms.event(roomId, answered, options)
  const isOwn = repliedTo?.sender === own.userId
  const isDirect = members.size <= 2
  const attachments = toAttachments(content)
  return {
    ...baseOf(roomId, event, members),
    ...(threadId !== undefined && { threadId }),
    type: 'message',
    messageId: event.event_id,
    text: withoutMention(textOf(content, attachments, answered !== undefined), own),
    isAddressed: isDirect || isOwn || mentions(content, own),
    ...(answered !== undefined && { replyTo: { messageId: answered, isOwn } }),
    attachments,
  } satisfies InboundMessage
}

function baseOf(roomId: string, event: RoomEvent, members: ReadonlyMap<string, string>) {
  const name = members.get(event.sender) ?? ''
  return {
    id: event.event_id,
    chatId: roomId,
    chatType: members.size <= 2 ? 'direct' : 'group',
    sender: { id: event.sender, ...(name !== '' && { name }) },
    sentAtMs: event.origin_server_ts,
  } as const
}

async function toPress(
  roomId: string,
  event: RoomEvent,
  { own, rooms }: { readonly own: OwnAccount; readonly rooms: Rooms },
  options: CallOptions,
): Promise<ButtonPress | ReactionChange | undefined> {
  const { data } = reactionContent.safeParse(event.content)
  const { event_id: target, key } = data?.['m.relates_to'] ?? {}
  if (target === undefined || key === undefined) return undefined
  const message = await rooms.event(roomId, target, options)
  const value = message?.sender === own.userId ? readButtons(message.content, key) : undefined
  const about = { ...baseOf(roomId, event, await rooms.members(roomId, options)), messageId: target }
  return value === undefined
    ? { ...about, type: 'reaction', emoji: key, change: 'added' }
    : { ...about, type: 'press', value }
}

function toRemoval(roomId: string, event: RoomEvent, members: ReadonlyMap<string, string>): MessageRemoval | undefined {
  const messageId = redactedBy(event)
  return messageId === undefined ? undefined : { ...baseOf(roomId, event, members), type: 'removal', messageId }
}

/** Converts a change of membership. Changes of a name or a picture are events of the same type. */
function toMember(
  roomId: string,
  event: RoomEvent,
  own: OwnAccount,
  members: ReadonlyMap<string, string>,
): MemberChange | undefined {
  const { content, state_key: member = '', unsigned } = event
  const [before, after] = [unsigned?.prev_content?.membership, content.membership]
  const hasJoined = after === 'join' && before !== 'join'
  const hasLeft = (after === 'leave' || after === 'ban') && before === 'join'
  if (member === own.userId || (!hasJoined && !hasLeft)) return undefined
  const base = baseOf(roomId, { ...event, sender: member }, members)
  return { ...base, type: 'member', change: hasJoined ? 'joined' : 'left' }
}

/** Returns the text of a message. The text of a file is its caption: without one, `body` repeats the name. */
function textOf(
  { body, filename }: MessageContent,
  attachments: readonly InboundAttachment[],
  isReply: boolean,
): string {
  if (attachments.length > 0) return filename === undefined || filename === body ? '' : body
  return isReply ? withoutQuote(body) : body
}

/** Removes a quote. Older clients repeat the message that is replied to at the start, in lines that begin with `>`. */
function withoutQuote(body: string): string {
  const lines = body.split('\n')
  if (!/^> <@/.test(lines[0] ?? '')) return body
  const end = lines.findIndex((line) => !line.startsWith('>'))
  return end === -1 ? '' : lines.slice(end + (lines[end] === '' ? 1 : 0)).join('\n')
}

const kinds: Readonly<Record<string, InboundAttachment['kind']>> = {
  'm.image': 'image',
  'm.audio': 'audio',
  'm.video': 'video',
  'm.file': 'document',
}

function toAttachments(content: MessageContent): readonly InboundAttachment[] {
  const { url, file, info, body, filename } = content
  const kind = kindOf(content)
  const id = file ? JSON.stringify(file) : url
  if (kind === undefined || id === undefined) return []
  const { mimetype = 'application/octet-stream', size } = info ?? {}
  const name = filename ?? body
  return [{ id, kind, name, mediaType: mimetype, ...(size !== undefined && { bytes: size }) }]
}

function kindOf({ msgtype, ...content }: MessageContent): InboundAttachment['kind'] | undefined {
  if (msgtype === 'm.audio' && content['org.matrix.msc3245.voice']) return 'voice'
  return Object.hasOwn(kinds, msgtype) ? kinds[msgtype] : undefined
}

function mentions(content: MessageContent, { userId, name }: OwnAccount): boolean {
  const listed = content['m.mentions']?.user_ids
  if (listed) return listed.includes(userId)
  // Clients from before the list of mentions.
  return content.body.includes(userId) || startOf(content.body, name) !== undefined
}

/** Removes a mention at the start as clients write it: `Hermes: text` or `@hermes:example.org text`. */
function withoutMention(text: string, { userId, name }: OwnAccount): string {
  const start = startOf(text, userId) ?? startOf(text, name)
  return start === undefined ? text : text.slice(start).trimStart()
}

function startOf(text: string, who: string): number | undefined {
  if (who === '' || !text.toLowerCase().startsWith(who.toLowerCase())) return undefined
  const [separator] = /^[:,]?(\s|$)/.exec(text.slice(who.length)) ?? []
  return separator === undefined ? undefined : who.length + separator.length
}
