import type { JsonObject, Plugin, SessionId } from '@hermes/core'
import { boundText } from '../shared/bound-output.js'
import type { BackgroundChildren } from './background-children.js'
import { type ChildLedger, newsHeading, type StoredChild } from './child-ledger.js'
import { toJson } from './child-result.js'

export interface TellOfChildrenOptions {
  readonly ledger: ChildLedger
  readonly background: BackgroundChildren
  /** Characters of the answers that one message may hold. Default 60,000. */
  readonly answerChars?: number
}

/** A child that the parent's model has to hear of. */
interface News {
  readonly id: SessionId
  toJson(chars: number): JsonObject
}

/** More sessions than a process serves at a time: then it looks again, which costs a question to the store. */
const mostLooked = 10_000

/**
 * Tells a session's model, with the next message of the user, of the children that have ended since: those of this
 * process, all in one message, and those that an earlier process left behind. What it is told is stored, and told once.
 */
export function tellOfChildren({ ledger, background, answerChars = 60_000 }: TellOfChildrenOptions): Plugin {
  const looked = new Set<SessionId>()

  /** Asked once for each session: what this process starts it knows. */
  async function leftBehind(sessionId: SessionId, conversation: SessionId): Promise<readonly News[]> {
    if (looked.has(sessionId)) return []
    const open = (await ledger.children(conversation, { areOpen: true })).filter(({ id }) => !background.has(id))
    const told =
      open.length > 0
        ? await ledger.toldOf(
            sessionId,
            open.map(({ id }) => id),
          )
        : []
    for (const id of told) await ledger.close(id)
    if (looked.size >= mostLooked) looked.clear()
    return open
      .filter(({ id }) => !told.includes(id))
      .map((child) => ({ id: child.id, toJson: (chars) => storedToJson(child, chars) }))
  }

  function endedSince(conversation: SessionId): readonly News[] {
    return background
      .of(conversation)
      .flatMap(({ id, ended, isTold }) => (ended && !isTold ? [{ id, toJson: (chars) => toJson(ended, chars) }] : []))
  }

  return {
    name: 'delegation',
    hooks: {
      async pre_llm_call({ sessionId }) {
        if (background.isEmpty && looked.has(sessionId)) return undefined
        const conversation = await ledger.conversationOf(sessionId)
        const news = [...endedSince(conversation), ...(await leftBehind(sessionId, conversation))]
        const text = news.length > 0 ? await tell(sessionId, news) : undefined
        looked.add(sessionId)
        return text
      },
    },
  }

  async function tell(sessionId: SessionId, news: readonly News[]): Promise<string> {
    const share = Math.floor(answerChars / news.length)
    const text = `${newsHeading}\n${JSON.stringify({ results: news.map((child) => child.toJson(share)) })}`
    const ids = news.map(({ id }) => id)
    await ledger.tell(sessionId, text, ids)
    background.markTold(ids)
    return text
  }
}

/** A child that an earlier process began, as the model reads it. */
export function storedToJson({ id, goal, status, summary }: StoredChild, chars: number): JsonObject {
  const problem = 'The program that it ran in has ended, or it runs in another one: what it has done is not known.'
  const said = boundText(summary, chars)
  return { goal, status, summary: said, session_id: id, ...(status === 'unknown' && { problem }) }
}
