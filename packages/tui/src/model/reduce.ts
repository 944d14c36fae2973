import { type PayloadOf, type RpcEvent, rpcEvent } from '@hermes/rpc/schemas'
import { english } from '@hermes/safety/language'
import { describeContent, withBlock, withoutDraft, withReasoning, withStored, withText, withTool } from './blocks.js'
import { endOf } from './end-of.js'
import { firstText } from './first-text.js'
import { emptyView, type Todo, type ViewState } from './view-state.js'
import { withResult } from './with-result.js'

const thinking = english`thinking`

/** The view after an event. `nowMs`: when it was received. */
export function reduce(state: ViewState, event: RpcEvent, nowMs: number): ViewState {
  switch (event.type) {
    case 'message.start': {
      const { input, turn } = event.payload
      const started = { ...state, doing: thinking, children: {}, turnSinceMs: nowMs }
      return input === undefined
        ? started
        : withBlock(started, { type: 'user', text: describeContent(input), atMs: turn.startedAtMs })
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
      return withEnd({ ...state, doing: '' }, event.payload, nowMs)
    case 'prompt.steered':
      return withBlock(state, { type: 'user', text: `${event.payload.text} (into the running turn)`, atMs: nowMs })
    case 'session.usage': {
      const { inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens } = event.payload.usage
      const contextTokens = inputTokens + cacheReadTokens + cacheWriteTokens + outputTokens
      return { ...state, contextTokens, outputTokens: state.outputTokens + outputTokens }
    }
    case 'session.state': {
      const { activity, queued } = event.payload.state
      return { ...state, activity, queued: queued.map(({ id, content }) => ({ id, text: describeContent(content) })) }
    }
    case 'notice':
      return withBlock(state, { type: 'note', tone: 'info', text: event.payload.text })
    case 'compression.start':
      return { ...state, doing: english`compressing` }
    case 'compression.complete': {
      const { status, tokensBefore, tokensAfter, reason } = event.payload
      const text =
        status === 'compressed'
          ? english`Compressed ${tokensBefore ?? 0} to ${tokensAfter ?? 0} tokens.`
          : (reason ?? status)
      return withBlock(state, { type: 'note', tone: status === 'failed' ? 'warning' : 'info', text })
    }
    case 'subagent.event':
      return reduceChild(state, event.payload, nowMs)
    default:
      return reduceTool(state, event)
  }
}

/** Its own sub-agents are kept beside it. */
function reduceChild(
  state: ViewState,
  { childSessionId: id, goal, type, payload }: PayloadOf<'subagent.event'>,
  nowMs: number,
): ViewState {
  const { data: inner } = rpcEvent.safeParse({ type, payload })
  if (inner === undefined) return state
  if (inner.type === 'subagent.event') return reduceChild(state, inner.payload, nowMs)
  const child = state.children[id] ?? withBlock(emptyView, { type: 'user', text: goal, atMs: nowMs })
  return { ...state, children: { ...state.children, [id]: reduce(child, inner, nowMs) } }
}

function reduceTool(state: ViewState, event: RpcEvent): ViewState {
  switch (event.type) {
    case 'tool.generating': {
      const { name } = event.payload
      return name === undefined ? state : { ...state, doing: name }
    }
    case 'tool.start': {
      const { toolId, name, args, summary = firstText(args) } = event.payload
      const tool = { type: 'tool', name, summary, status: 'running', output: '' } as const
      return withBlock({ ...state, doing: name }, tool, toolId)
    }
    case 'tool.progress': {
      const { toolId, text } = event.payload
      return withTool(state, toolId, (tool) => ({ ...tool, output: endOf(text) }))
    }
    case 'tool.complete': {
      const { toolId, display } = event.payload
      const todos = todosOf(display) ?? state.todos
      return withTool({ ...state, doing: thinking, todos }, toolId, (tool) => withResult(tool, event.payload))
    }
    default:
      return state
  }
}

function withEnd(
  state: ViewState,
  { status, reason, error, text }: PayloadOf<'message.complete'>,
  nowMs: number,
): ViewState {
  const ended = withStored(state, '', nowMs)
  switch (status) {
    case 'completed':
      return ended
    case 'failed':
      return withBlock(ended, {
        type: 'note',
        tone: 'error',
        endsTurn: true,
        text: error?.message ?? english`The turn failed.`,
        ...(error?.remedy && { remedy: error.remedy }),
      })
    case 'interrupted':
      return withBlock(ended, { type: 'note', tone: 'warning', text: english`Interrupted.` })
    default:
      return withBlock(ended, { type: 'note', tone: 'warning', text: text || (reason ?? status) })
  }
}

function todosOf(display: unknown): readonly Todo[] | undefined {
  if (typeof display !== 'object' || display === null || !('todos' in display)) return undefined
  const { todos } = display
  return Array.isArray(todos) ? todos.filter(isTodo).map(({ content, status }) => ({ content, status })) : undefined
}

function isTodo(value: unknown): value is Todo {
  if (typeof value !== 'object' || value === null || !('content' in value) || !('status' in value)) return false
  return typeof value.content === 'string' && typeof value.status === 'string'
}
