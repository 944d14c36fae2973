import type { ResultOf } from '@hermes/rpc/schemas'
import { typedText } from '@hermes/safety'
import { english } from '@hermes/safety/language'
import { askedQuestion } from './asked-question.js'
import { describeContent, withBlock, withInput, withSettled, withTool } from './blocks.js'
import { commandResult } from './command-result.js'
import { firstText } from './first-text.js'
import { parseObject } from './parse-object.js'
import { emptyView, type ToolBlock, type ViewState } from './view-state.js'

type History = ResultOf<'session.history'>

/**
 * Returns the view of stored messages, with people's decisions and answers. Of other tool results, only whether the
 * call has failed is shown.
 */
export function fromHistory({ messages, hasMore, decisions = [] }: History): ViewState {
  const earlier = hasMore ? english`Earlier messages are in the session.` : ''
  const start = hasMore ? withBlock(emptyView, { type: 'note', tone: 'info', text: earlier }) : emptyView
  let decided = 0
  const withDecisions = (state: ViewState, untilMs: number): ViewState => {
    let after = state
    for (let next = decisions[decided]; next && next.createdAtMs < untilMs; next = decisions[decided]) {
      after = withSettled(after, next)
      decided += 1
    }
    return after
  }
  const shown = messages.reduce((state, entry) => withMessage(withDecisions(state, entry.timestampMs), entry), start)
  return withDecisions(shown, Number.POSITIVE_INFINITY)
}

function withMessage(state: ViewState, entry: History['messages'][number]): ViewState {
  const { message, timestampMs: atMs } = entry
  if (message.role === 'user') return withInput(state, typedText(describeContent(message.content)), atMs)
  if (message.role === 'tool') {
    const result = resultOf(describeContent(message.content), entry.isError === true)
    return withTool(state, message.tool_call_id, (tool) => ({ ...tool, ...result }))
  }
  if (message.role !== 'assistant') return state
  const answered = message.content?.trim()
    ? withBlock(state, { type: 'answer', text: message.content, isDraft: false, atMs })
    : state
  return (message.tool_calls ?? []).reduce((before, { id, function: { name, arguments: args } }) => {
    const summary = firstText(parseObject(args) ?? { args }).slice(0, 200)
    // Its result follows, if there is one.
    return withBlock(before, { type: 'tool', name, summary, status: 'failed', output: '' }, id)
  }, answered)
}

function resultOf(text: string, isError: boolean): Partial<ToolBlock> {
  const exitCode = commandResult(text)?.exitCode ?? 0
  const asked = isError ? undefined : askedQuestion(text)
  return {
    status: isError || exitCode !== 0 ? 'failed' : 'done',
    ...(exitCode !== 0 && { exitCode }),
    ...(asked && { asked }),
  }
}
