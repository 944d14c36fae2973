import {
  describeError,
  type Logger,
  type Message,
  type Plugin,
  type SessionId,
  type SessionStore,
  StoreError,
  textOf,
} from '@hermes/core'
import { type AuxiliaryModel, askOnce } from '@hermes/core/wiring'
import { typedText } from '@hermes/safety'
import { titleFrom } from './title-from.js'

export interface NameSessionsOptions {
  /** Returns the model; `undefined` if none is available. */
  readonly model: () => AuxiliaryModel | undefined
  readonly store: SessionStore
  readonly logger: Logger
}

/** Titles new sessions in the background. Disposing it aborts pending titles. */
export interface SessionNames extends Disposable {
  readonly plugin: Plugin
  /** Resolves when no title is pending. */
  settled(): Promise<void>
}

/** The number of user messages after which a session without a title is no longer titled. */
const lastChance = 3

/** Titles sessions after their first exchange, with a side task. Turns do not wait for it. After a failure, the next exchange tries again. */
export function nameSessions({ model, store, logger }: NameSessionsOptions): SessionNames {
  const lifetime = new AbortController()
  const { signal } = lifetime
  const underWay = new Map<SessionId, Promise<void>>()

  async function name(sessionId: SessionId, messages: readonly Message[], asked: AuxiliaryModel): Promise<void> {
    if (await hasName(store, sessionId)) return
    const { text } = await askOnce(
      asked,
      { system: instructions, messages: [excerptOf(messages)] },
      { signal, sessionId },
    )
    const title = titleFrom(text)
    if (title !== undefined) await setTitle(store, sessionId, title)
  }

  function begin(sessionId: SessionId, messages: readonly Message[]): void {
    const asked = underWay.has(sessionId) ? undefined : model()
    if (!asked || signal.aborted) return
    const naming = name(sessionId, messages, asked)
      .catch((error: unknown) => {
        if (!signal.aborted) logger.log('warn', `A session was not titled: ${describeError(error)}`, { sessionId })
      })
      .finally(() => underWay.delete(sessionId))
    underWay.set(sessionId, naming)
  }

  return {
    plugin: {
      name: 'session-names',
      hooks: {
        post_llm_call({ sessionId, messages }) {
          if (messages.filter(({ role }) => role === 'user').length <= lastChance) begin(sessionId, messages)
        },
      },
    },
    async settled() {
      await Promise.all(underWay.values())
    },
    [Symbol.dispose]: () => lifetime.abort(),
  }
}

const instructions =
  'Name the conversation below, for a list of conversations: three to seven words, in the language of the user, without quotes or a full stop. Answer with the name alone.'

const excerptLength = 600

function excerptOf(messages: readonly Message[]): Message {
  const first = (role: Message['role']) => {
    const message = messages.find((candidate) => candidate.role === role && textOf(candidate.content).trim() !== '')
    const text = textOf(message?.content ?? '')
    return (role === 'user' ? typedText(text) : text).slice(0, excerptLength)
  }
  return { role: 'user', content: `User: ${first('user')}\n\nAssistant: ${first('assistant')}`.toWellFormed() }
}

/** Whether a session needs no title. Delegates and continuations get none. */
async function hasName(store: SessionStore, sessionId: SessionId): Promise<boolean> {
  const record = await store.sessions.get(sessionId)
  return !record || record.title !== undefined || record.parentSessionId !== undefined
}

/** Sets a title. Titles are unique, so a taken one gets a number. A title that the user set in the meantime is kept. */
async function setTitle(store: SessionStore, sessionId: SessionId, title: string): Promise<void> {
  for (let number = 1; !(await hasName(store, sessionId)); number++) {
    try {
      await store.sessions.update(sessionId, { title: number === 1 ? title : `${title} (${number})` })
    } catch (error) {
      if (!StoreError.is(error) || error.kind !== 'conflict' || number === 20) throw error
    }
  }
}
