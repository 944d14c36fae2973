import { type SessionStore, type StoredMessage, textOf } from '@hermes/core'
import { describeProcessReports, typedText } from '@hermes/safety'
import type { Translate } from '@hermes/safety/language'
import { oneLine, safeText } from '../../../render/text/safe-text.js'

/** Last messages of a conversation, and its metadata. */
export interface Preview {
  readonly id: string
  readonly facts: string
  /** Messages, newest last. */
  readonly said: readonly Saying[]
}

export interface Saying {
  readonly isUser: boolean
  readonly text: string
}

export interface PreviewOptions {
  readonly id: string
  readonly newestId: string
  readonly t: Translate
}

const newest = 40
const longestSaying = 2000

/** Loads the newest session of a conversation; `undefined` if it was deleted. */
export async function loadPreview(
  store: SessionStore,
  { id, newestId, t }: PreviewOptions,
): Promise<Preview | undefined> {
  const record = await store.sessions.get(newestId)
  if (!record) return undefined
  const { model, workingDirectory, startedAtMs, messageCount } = record
  const facts = [
    id,
    ...(model === undefined ? [] : [model]),
    new Date(startedAtMs).toISOString().slice(0, 10),
    t.count(messageCount, 'message'),
    ...(workingDirectory === undefined ? [] : [workingDirectory]),
  ]
  const stored = await store.messages.load(newestId)
  return { id, facts: facts.map(oneLine).join(' · '), said: stored.slice(-newest).flatMap(toSaying) }
}

function toSaying({ message }: StoredMessage): readonly Saying[] {
  if (message.role !== 'user' && message.role !== 'assistant') return []
  const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : []
  const said = textOf(message.content)
  const notice = message.role === 'user' ? describeProcessReports(said) : undefined
  const isUser = message.role === 'user' && notice === undefined
  const text = safeText(isUser ? typedText(said) : (notice ?? said))
    .slice(0, longestSaying)
    .trim()
  const names = calls.map((call) => `● ${oneLine(call.function.name)}`)
  const whole = [...(text === '' ? [] : [text]), ...names].join('\n')
  return whole === '' ? [] : [{ isUser, text: whole }]
}
