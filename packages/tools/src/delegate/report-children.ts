import type { ContentOrigin, JsonObject, Plugin, SessionId } from '@hermes/core'
import { boundText } from '../shared/bound-output.js'
import type { BackgroundChildren } from './background-children.js'
import { type ChildLedger, newsHeading, type StoredChild } from './child-ledger.js'
import { toJson } from './child-result.js'

export interface ReportChildrenOptions {
  readonly ledger: ChildLedger
  readonly background: BackgroundChildren
  /** Maximum characters of all answers in one message. Default: 60,000. */
  readonly answerChars?: number
}

/** Child to report to the parent's model. */
interface News {
  readonly id: SessionId
  readonly origins: readonly ContentOrigin[]
  toJson(chars: number): JsonObject
}

/** More sessions than a process usually serves. Beyond that, sessions are looked up again, which costs a query. */
const mostLooked = 10_000

/**
 * Reports ended children to a session's model with the user's next message: those of this process, and those left
 * behind by an earlier process. Reports are stored, so each child is reported only once.
 */
export function reportChildren({ ledger, background, answerChars = 60_000 }: ReportChildrenOptions): Plugin {
  const looked = new Set<SessionId>()

  function look(sessionId: SessionId): void {
    if (looked.size >= mostLooked) looked.clear()
    looked.add(sessionId)
  }

  /** Returns children left behind by an earlier process. Queried once per session, because those of this process are known. */
  async function orphanedChildren(sessionId: SessionId, conversation: SessionId): Promise<readonly News[]> {
    if (looked.has(sessionId)) return []
    const open = (await ledger.children(conversation, { areOpen: true })).filter(({ id }) => !background.has(id))
    const told =
      open.length > 0
        ? await ledger.reportedAmong(
            sessionId,
            open.map(({ id }) => id),
          )
        : []
    for (const id of told) await ledger.close(id)
    return open
      .filter(({ id }) => !told.includes(id))
      .map((child) => ({ id: child.id, origins: child.origins, toJson: (chars) => storedToJson(child, chars) }))
  }

  function endedSince(conversation: SessionId): readonly News[] {
    return background
      .of(conversation)
      .flatMap(({ id, ended, isReported }) =>
        ended && !isReported ? [{ id, origins: ended.origins, toJson: (chars) => toJson(ended, chars) }] : [],
      )
  }

  return {
    name: 'delegation',
    hooks: {
      async pre_llm_call({ sessionId, origins, isNew, tell }) {
        if (isNew) look(sessionId)
        if (!tell || (background.isEmpty && looked.has(sessionId))) return
        const conversation = await ledger.conversationOf(sessionId)
        const news = [...endedSince(conversation), ...(await orphanedChildren(sessionId, conversation))]
        origins?.add(news.flatMap((child) => child.origins))
        if (news.length > 0) {
          await tell(toMessage(news))
          for (const { id } of news) await ledger.close(id)
          background.markReported(news.map(({ id }) => id))
        }
        look(sessionId)
      },
    },
  }

  function toMessage(news: readonly News[]): string {
    const share = Math.floor(answerChars / news.length)
    return `${newsHeading}\n${JSON.stringify({ results: news.map((child) => child.toJson(share)) })}`
  }
}

/** Returns a child of an earlier process as JSON for the model. */
export function storedToJson({ id, goal, status, summary }: StoredChild, chars: number): JsonObject {
  const problem = 'Its process has ended or is another one, so its result is unknown.'
  const said = boundText(summary, chars)
  return { goal, status, summary: said, session_id: id, ...(status === 'unknown' && { problem }) }
}
