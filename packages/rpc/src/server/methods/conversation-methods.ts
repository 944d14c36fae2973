import { renameConversation, rewindConversation, sessionUsage } from '@hermes/conversations/stored'
import { noUsage } from '@hermes/core'
import { generateSessionId, newestOf } from '@hermes/core/sessions'
import { withDefaultServices } from '@hermes/core/wiring'
import type { Handlers, MethodContext } from '../connection/client-connection.js'
import { rpcFailure } from '../connection/rpc-failure.js'
import { toMessage } from '../events/to-message.js'
import { toQuestion } from '../events/to-question.js'
import { toCompression } from '../events/to-turn-event.js'
import { decidedIn } from './decided-in.js'

const defaultPage = 200

/** Methods for the content of one session. */
export const conversationMethods = {
  async 'session.history'({ sessionId, before, limit = defaultPage, beforeTurn = false }, { host, sessions }) {
    const record = await host.store.sessions.get(sessionId)
    if (!record) return { messages: [], hasMore: false }
    const state = beforeTurn ? sessions.find(sessionId)?.conversation.state : undefined
    const turnStart = state && state.activity !== 'idle' ? state.turn.startedAtMs : Number.POSITIVE_INFINITY
    const newest = await newestOf(host.store, record)
    const stored = await host.store.messages.load(newest.id)
    const earlier = stored.filter(
      ({ id, timestampMs }) => timestampMs < turnStart && (before === undefined || id < before),
    )
    const page = earlier.slice(-limit).map(({ id, timestampMs, message, finishReason }) => {
      const isError = finishReason === 'failed' && { isError: true as const }
      return { id, timestampMs, message: toMessage(message), ...isError }
    })
    const decisions = (await decidedIn(host.store, new Set([record.id, newest.id])))
      .filter(({ createdAtMs }) => createdAtMs >= (page[0]?.timestampMs ?? turnStart) && createdAtMs < turnStart)
      .map(toQuestion)
    return { messages: page, hasMore: page.length < earlier.length, ...(decisions.length > 0 && { decisions }) }
  },
  'session.events.since'({ sessionId, cursor }, { client }) {
    const { log } = client.session(sessionId)
    const events = log.after(cursor)
    return {
      events: (events ?? []).map(({ type, cursor, turnId, payload }) => ({
        type,
        sessionId,
        cursor,
        payload: { ...payload },
        ...(turnId !== undefined && { turnId }),
      })),
      cursor: log.last ?? cursor,
      isComplete: events !== undefined,
    }
  },
  'session.interrupt'({ sessionId, reason }, { client }) {
    const { conversation, submissions } = client.session(sessionId)
    // If there is no turn, whatever has not ended is a command.
    if (conversation.state.activity === 'idle')
      for (const submission of submissions.values()) void submission.cancel(reason)
    else conversation.interrupt(reason)
    return {}
  },
  'session.busy_mode'({ sessionId, mode }, { client }) {
    client.session(sessionId).conversation.setBusyMode(mode)
    return {}
  },
  async 'session.compress'({ sessionId, focusTopic }, { client, signal }) {
    const { conversation } = client.session(sessionId)
    const outcome = await conversation.compress({ signal, ...(focusTopic !== undefined && { focusTopic }) })
    const { durationMs: _, ...result } = toCompression(outcome)
    return result
  },
  async 'session.title'({ sessionId, title }, context) {
    const record = await storedOf(sessionId, context)
    if (title === undefined) return record.title === undefined ? {} : { title: record.title }
    const renamed = await renameConversation(context.host.store, record, title)
    return { title: renamed.title }
  },
  async 'session.undo'({ sessionId, exchanges = 1 }, { client, host, signal }) {
    const { conversation } = client.session(sessionId)
    const generateId = () => generateSessionId(withDefaultServices())
    const undo = () => rewindConversation(sessionId, { store: host.store, generateId, exchanges, signal })
    const undone = await conversation.betweenTurns(undo, { signal })
    return { exchanges: undone.exchanges, content: undone.content }
  },
  async 'session.usage'({ sessionId }, { client, host }) {
    const { conversation, workspace } = client.session(sessionId)
    const record = await host.store.sessions.get(sessionId)
    if (!record) return { usage: noUsage, apiCallCount: 0 }
    const { usage, apiCallCount } = await sessionUsage(host.store, record)
    const { measure } = await conversation.context()
    const { contextWindow } = (await workspace.agentFor(conversation.choice)).model
    return {
      usage,
      apiCallCount,
      ...(measure && { contextTokens: measure.tokens }),
      ...(contextWindow !== undefined && { contextWindow }),
    }
  },
} satisfies Partial<Handlers>

async function storedOf(id: string, { host }: MethodContext) {
  const record = await host.store.sessions.get(id)
  if (!record) throw rpcFailure('notFound', `The session "${id}" is not stored: it has no prompt yet.`)
  return record
}
