import { randomUUID } from 'node:crypto'
import * as z from 'zod'

/** Somebody with an account, who speaks the API of the homeserver. */
export interface Person {
  readonly userId: string
  readonly token: string
  createRoom(options?: object): Promise<string>
  join(roomId: string): Promise<void>
  leave(roomId: string): Promise<void>
  invite(roomId: string, userId: string): Promise<void>
  /** @returns the id of the event. */
  send(roomId: string, content: object, type?: string): Promise<string>
  say(roomId: string, text: string, more?: object): Promise<string>
  remove(roomId: string, eventId: string): Promise<void>
  setState(roomId: string, type: string, content: object): Promise<void>
  setAccountData(type: string, content: object): Promise<void>
  upload(content: Uint8Array<ArrayBuffer>, mediaType: string): Promise<string>
  download(uri: string): Promise<Uint8Array>
  /** The messages of somebody in a room with all edits, oldest first. */
  messagesOf(roomId: string, userId: string): Promise<readonly SeenEvent[]>
  reactionsTo(roomId: string, eventId: string): Promise<readonly string[]>
}

export interface SeenEvent {
  readonly messageId: string
  readonly text: string
  /** All texts that it has shown. */
  readonly texts: readonly string[]
  readonly content: Readonly<Record<string, unknown>>
}

const registered = z.object({ user_id: z.string(), access_token: z.string() })
const room = z.object({ room_id: z.string() })
const sent = z.object({ event_id: z.string() })
const media = z.object({ content_uri: z.string() })
const content = z.record(z.string(), z.unknown())
const timeline = z.object({
  chunk: z.array(z.object({ type: z.string(), event_id: z.string(), sender: z.string(), content })),
})
const edit = z.object({
  'm.relates_to': z.object({ rel_type: z.literal('m.replace'), event_id: z.string() }),
  'm.new_content': content,
})
const annotation = z.object({ 'm.relates_to': z.object({ event_id: z.string(), key: z.string() }) })

export async function createPerson(server: string, name: string): Promise<Person> {
  const account = await request(server, 'POST', 'client/v3/register', undefined, {
    username: name,
    password: 'made-up-password',
    auth: { type: 'm.login.dummy' },
  })
  const { user_id: userId, access_token: token } = registered.parse(account)
  const call = (method: string, path: string, body?: object) => request(server, method, path, token, body)
  const roomPath = (roomId: string) => `client/v3/rooms/${encodeURIComponent(roomId)}`

  async function send(roomId: string, body: object, type = 'm.room.message'): Promise<string> {
    return sent.parse(await call('PUT', `${roomPath(roomId)}/send/${type}/${randomUUID()}`, body)).event_id
  }

  async function eventsOf(roomId: string) {
    return timeline.parse(await call('GET', `${roomPath(roomId)}/messages?dir=f&limit=500`)).chunk
  }

  return {
    userId,
    token,
    createRoom: async (options = {}) => room.parse(await call('POST', 'client/v3/createRoom', options)).room_id,
    async join(roomId) {
      await call('POST', `client/v3/join/${encodeURIComponent(roomId)}`, {})
    },
    async leave(roomId) {
      await call('POST', `${roomPath(roomId)}/leave`, {})
    },
    async invite(roomId, user) {
      await call('POST', `${roomPath(roomId)}/invite`, { user_id: user })
    },
    send,
    say: (roomId, text, more = {}) => send(roomId, { msgtype: 'm.text', body: text, ...more }),
    async remove(roomId, eventId) {
      await call('PUT', `${roomPath(roomId)}/redact/${encodeURIComponent(eventId)}/${randomUUID()}`, {})
    },
    async setState(roomId, type, body) {
      await call('PUT', `${roomPath(roomId)}/state/${type}`, body)
    },
    async setAccountData(type, body) {
      await call('PUT', `client/v3/user/${encodeURIComponent(userId)}/account_data/${type}`, body)
    },
    async upload(bytes, mediaType) {
      const headers = { authorization: `Bearer ${token}`, 'content-type': mediaType }
      const response = await fetch(`${server}/_matrix/media/v3/upload`, { method: 'POST', body: bytes, headers })
      return media.parse(await response.json()).content_uri
    },
    async download(uri) {
      const url = `${server}/_matrix/client/v1/media/download/${uri.slice('mxc://'.length)}`
      return (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).bytes()
    },
    async messagesOf(roomId, user) {
      const own = (await eventsOf(roomId)).filter(({ type, sender }) => type === 'm.room.message' && sender === user)
      const seen = new Map<string, SeenEvent>()
      for (const { event_id: messageId, content: body } of own) {
        const { data: change } = edit.safeParse(body)
        const shown = change ? seen.get(change['m.relates_to'].event_id) : undefined
        // A removed message has no content, and its edits are not shown.
        if (typeof body.body !== 'string' || (change && !shown)) continue
        const text = String(change?.['m.new_content'].body ?? body.body)
        const id = shown?.messageId ?? messageId
        seen.set(id, {
          messageId: id,
          text,
          texts: [...(shown?.texts ?? []), text],
          content: change?.['m.new_content'] ?? body,
        })
      }
      return [...seen.values()]
    },
    async reactionsTo(roomId, eventId) {
      const all = await eventsOf(roomId)
      return all.flatMap(({ type, content: body }) => {
        const relation = annotation.safeParse(body).data?.['m.relates_to']
        return type === 'm.reaction' && relation?.event_id === eventId ? [relation.key] : []
      })
    },
  }
}

async function request(server: string, method: string, path: string, token?: string, body?: object): Promise<unknown> {
  const response = await fetch(`${server}/_matrix/${path}`, {
    method,
    ...(body && { body: JSON.stringify(body) }),
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
  })
  const answer: unknown = await response.json()
  if (response.ok) return answer
  throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
}
