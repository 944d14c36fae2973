import type { BeginningTurn } from '@hermes/conversations'
import type { JsonValue, SessionStore } from '@hermes/core'
import type { ChatAddress, SentMessage } from '@hermes/core/platform'
import { keptInstructions, type ValueTable } from '@hermes/core/sessions'
import type { ConversationHomes } from '@hermes/platforms/messages'
import { appendResult } from '@hermes/runtime'
import * as z from 'zod'
import { storedValue } from '../../stored-value.js'
import type { OutboundPayload } from '../network/payload.js'

const resultSchema = z.object({
  id: z.string(),
  /** Number of the result in its chat, from 1. */
  number: z.number(),
  job: z.string(),
  text: z.string(),
  /** The conversation of the run. */
  sessionId: z.string().exactOptional(),
  /** The messages that show it. A thread below one of them has its id. */
  messages: z.array(z.string()).exactOptional(),
})
const resultsSchema = z.array(resultSchema)

type StoredResult = z.infer<typeof resultSchema>

/** A result that a job sent to a chat. */
export type ChatResult = Omit<StoredResult, 'number' | 'messages'>

/**
 * Adds the results that jobs sent to chats to the conversations there, so that people can reply to them. A chat may have several conversations, or
 * none yet, so each one gets the results before its next turn.
 */
export interface ChatResults {
  /** Keeps a result that was sent to a chat. The same id is kept once. */
  keep(network: string, address: ChatAddress, result: ChatResult): Promise<void>
  /** Records that a message with a kept result was sent, so that a thread below it continues from the result. */
  noteSent(message: Pick<OutboundPayload, 'network' | 'address' | 'resultId'>, sent: SentMessage): Promise<void>
  /** Appends the results that the chat of a conversation was sent since its latest turn. */
  bringTo(turn: BeginningTurn): Promise<void>
}

export interface ChatResultsOptions {
  readonly store: SessionStore
  readonly values: ValueTable
  readonly homes: Pick<ConversationHomes, 'of'>
  readonly now: () => number
}

const namespace = 'chat-results'
/** The number of the latest appended result, by the key of the conversation, so that `/new` does not append results again. */
const broughtNamespace = 'chat-results-brought'
/** Maximum number of results per chat. A reply is not about older ones. */
const keptResults = 5
/** How long a turn waits for another process that works on its conversation, in milliseconds. */
const waitMs = 30_000
const notFromUser = '[Not from the user: this was sent to the chat before.]'
const end = '[The messages of the user follow.]'

export function createChatResults({ store, values, homes, now }: ChatResultsOptions): ChatResults {
  const noteBrought = (key: string, number: number) => values.update(broughtNamespace, key, () => number)

  async function bring({ id, seed }: BeginningTurn, { id: resultId, job, text, sessionId }: StoredResult) {
    const isNew = !(await store.sessions.get(id))
    if (isNew) await begin({ id, seed })
    const content = `[Scheduled job "${job}"]\n\n${text}`
    // A request must not start with an answer.
    const said = isNew ? { role: 'user' as const, content: `${notFromUser}\n${content}\n${end}` } : { content }
    const result = { id: resultId, ...said, runSessionId: sessionId }
    await appendResult(store, id, result, { signal: AbortSignal.timeout(waitMs), now })
  }

  /** Creates the session as its first turn would. */
  async function begin({ id, seed }: Pick<BeginningTurn, 'id' | 'seed'>): Promise<void> {
    const { source = 'library', userId, workingDirectory, title, instructions } = seed
    await store.sessions.create({
      id,
      source,
      startedAtMs: now(),
      notes: keptInstructions.with({}, instructions ?? null),
      ...(userId !== undefined && { userId }),
      ...(workingDirectory !== undefined && { workingDirectory }),
      ...(title !== undefined && { title }),
    })
  }

  const kept = async (network: string, address: ChatAddress) =>
    read(await values.get(namespace, keyOf(network, address)))

  /** Appends the results that were not appended before. */
  async function bringAll(turn: BeginningTurn, results: readonly StoredResult[], key: string): Promise<void> {
    if (results.length === 0) return
    const brought = await values.get(broughtNamespace, key)
    const latest = typeof brought === 'number' ? brought : 0
    for (const result of results.filter(({ number }) => number > latest)) {
      await bring(turn, result)
      await noteBrought(key, result.number)
    }
  }

  return {
    async keep(network, address, result) {
      await values.update(namespace, keyOf(network, address), (value) => {
        const kept = read(value)
        if (kept.some(({ id }) => id === result.id)) return kept
        return [...kept, { ...result, number: (kept.at(-1)?.number ?? 0) + 1 }].slice(-keptResults)
      })
    },
    async noteSent({ network, address, resultId }, { messageId }) {
      if (resultId === undefined || address.threadId !== undefined) return
      await values.update(namespace, keyOf(network, address), (value) =>
        read(value).map((result) => {
          const { id, messages = [] } = result
          return id === resultId ? { ...result, messages: [...new Set([...messages, messageId])] } : result
        }),
      )
    },
    async bringTo(turn) {
      const home = await homes.of(turn.id)
      if (home?.key === undefined) return
      const { network, key, address } = home
      const { chatId, threadId } = address
      if (threadId !== undefined) {
        const above = await kept(network, { chatId })
        await bringAll(
          turn,
          above.filter(({ messages = [] }) => messages.includes(threadId)),
          `${key} above`,
        )
      }
      await bringAll(turn, await kept(network, address), key)
    },
  }
}

/** Returns the key of a chat without the workspace, which targets do not name. */
function keyOf(network: string, { chatId, threadId = '' }: ChatAddress): string {
  return JSON.stringify([network, chatId, threadId])
}

function read(value: JsonValue | undefined): StoredResult[] {
  return storedValue(resultsSchema, value) ?? []
}
