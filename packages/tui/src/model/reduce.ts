import { type CallMoment, paceAfter } from '@hermes/conversations'
import { type PayloadOf, type RpcEvent, rpcEvent } from '@hermes/rpc/schemas'
import { english } from '@hermes/safety/language'
import {
  describeContent,
  withAside,
  withBlock,
  withInput,
  withoutDraft,
  withoutProgress,
  withReasoning,
  withSettled,
  withSteer,
  withStored,
  withText,
} from './blocks.js'
import { reduceTool, thinking } from './reduce-tool.js'
import { thousands } from './thousands.js'
import { emptyView, type ViewState } from './view-state.js'
import { withEnd } from './with-end.js'

/** Returns the view after an event. `nowMs`: when it was received. */
export function reduce(before: ViewState, event: RpcEvent, nowMs: number): ViewState {
  const moment = momentOf(event)
  const state = moment ? { ...before, pace: paceAfter(before.pace, moment, nowMs) } : before
  switch (event.type) {
    case 'message.start': {
      const { input, turn } = event.payload
      const started = {
        ...state,
        doing: thinking,
        children: {},
        turnSinceMs: nowMs,
        failedEdits: state.failedEdits && [],
      }
      return input === undefined ? started : withInput(started, describeContent(input), turn.startedAtMs)
    }
    case 'message.delta':
      return withText({ ...state, doing: english`writing` }, event.payload.text, nowMs)
    case 'reasoning.delta':
      return withReasoning(state.doing === thinking ? state : { ...state, doing: thinking }, event.payload.text)
    case 'message.restart':
      return withoutDraft(state)
    case 'message.stored': {
      const { message } = event.payload
      return message.role === 'assistant' ? withStored(state, message.content ?? '', nowMs) : state
    }
    case 'message.complete':
      return withEnd({ ...state, doing: '', idleSinceMs: nowMs }, event.payload, nowMs)
    case 'prompt.steered':
      return withSteer(state, event.payload.text, nowMs)
    case 'session.usage': {
      const { inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens } = event.payload.usage
      const contextTokens = inputTokens + cacheReadTokens + cacheWriteTokens + outputTokens
      return { ...state, contextTokens, outputTokens: state.outputTokens + outputTokens }
    }
    case 'session.state': {
      const { activity, queued } = event.payload.state
      return { ...state, activity, queued: queued.map(({ id, content }) => ({ id, text: describeContent(content) })) }
    }
    case 'notice': {
      const { code, text } = event.payload
      if (code === 'command-progress') return { ...state, progress: text }
      return withAside(state, { type: 'note', tone: 'info', text })
    }
    case 'command.complete':
      return withoutProgress(state)
    case 'session.info': {
      const { tokens } = event.payload.cacheBreak ?? {}
      if (tokens === undefined) return state
      const text = english`The next turn reads ${thousands(tokens)} cached tokens again.`
      return withAside(state, { type: 'note', tone: 'info', text })
    }
    case 'question.settled':
      return withSettled(state, event.payload.question)
    case 'compression.start':
      return { ...state, doing: english`compressing` }
    case 'compression.complete': {
      const { status, tokensBefore, tokensAfter, reason } = event.payload
      const text =
        status === 'compressed'
          ? english`Compressed ${tokensBefore ?? 0} to ${tokensAfter ?? 0} tokens.`
          : (reason ?? status)
      const compressions = state.compressions + (status === 'compressed' ? 1 : 0)
      return withBlock(
        { ...state, compressions },
        { type: 'note', tone: status === 'failed' ? 'warning' : 'info', text },
      )
    }
    case 'subagent.event':
      return reduceChild(state, event.payload, nowMs)
    default:
      return reduceTool(state, event)
  }
}

/** Applies an event to a sub-agent. Its own sub-agents are kept next to it. */
function reduceChild(
  state: ViewState,
  { toolId: callId, childSessionId: id, goal, type, payload }: PayloadOf<'subagent.event'>,
  nowMs: number,
): ViewState {
  const { data: inner } = rpcEvent.safeParse({ type, payload })
  if (inner === undefined) return state
  if (inner.type === 'subagent.event') return reduceChild(state, inner.payload, nowMs)
  const fresh = { ...emptyView, callId, failedEdits: state.failedEdits && [] }
  const child = state.children[id] ?? withBlock(fresh, { type: 'user', text: goal, atMs: nowMs })
  const next = { ...reduce(child, inner, nowMs), ...endOfChild(inner) }
  return { ...state, children: { ...state.children, [id]: next } }
}

/**
 * Detects the end of a sub-agent's turn, which no event reports. An answer without tool calls ends it, unless another
 * client steers the sub-agent.
 */
function endOfChild(event: RpcEvent): Pick<ViewState, 'hasAnswered'> {
  if (event.type === 'iteration.start') return { hasAnswered: false }
  return event.type === 'session.usage' && event.payload.reason !== 'tool-calls' ? { hasAnswered: true } : {}
}

function momentOf(event: RpcEvent): CallMoment | undefined {
  switch (event.type) {
    case 'iteration.start':
      return { type: 'start' }
    case 'message.delta':
    case 'reasoning.delta':
    case 'tool.generating':
      return { type: 'word' }
    case 'session.usage':
      return { type: 'end', outputTokens: event.payload.usage.outputTokens }
    default:
      return undefined
  }
}
