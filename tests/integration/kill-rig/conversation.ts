import { type Message, type SessionStore, textOf } from '@hermes/core'
import { lineageMembers } from '@hermes/core/sessions'
import { tasksIn } from './tasks.js'

export interface Conversation {
  /** All messages, once and in order, across its sessions. */
  readonly messages: readonly Message[]
  readonly compressions: number
}

/** Joins the sessions of a conversation: each starts with the survivors of the previous one. */
export async function readConversation(store: SessionStore, id: string): Promise<Conversation> {
  const record = await store.sessions.get(id)
  const members = record ? await lineageMembers(store, record) : []
  const messages: Message[] = []
  let before: readonly Message[] = []
  for (const member of members) {
    const own = (await store.messages.load(member.id)).map(({ message }) => message)
    const isCopy = copiesOf(before)
    const begin = own.findIndex((message) => !isCopy(message))
    messages.push(...(begin === -1 ? [] : own.slice(begin)))
    before = own
  }
  return { messages, compressions: Math.max(members.length - 1, 0) }
}

/** Returns whether a message is a copy. Adjacent user messages survive merged. */
function copiesOf(messages: readonly Message[]): (message: Message) => boolean {
  const known = new Set(messages.map((message) => JSON.stringify(message)))
  const asked = new Set(messages.filter(({ role }) => role === 'user').flatMap(tasksOf))
  return (message) =>
    known.has(JSON.stringify(message)) || (message.role === 'user' && tasksOf(message).every((task) => asked.has(task)))
}

function tasksOf({ content }: Message): readonly string[] {
  return tasksIn(textOf(content))
}
