import type { ResultOf } from '@hermes/rpc/schemas'
import { english } from '@hermes/safety/language'
import { describeContent, withBlock } from './blocks.js'
import { firstText } from './first-text.js'
import { parseObject } from './parse-object.js'
import { emptyView, type ViewState } from './view-state.js'

/** The view of stored messages. Results of tools are left out. */
export function fromHistory({ messages, hasMore }: ResultOf<'session.history'>): ViewState {
  const earlier = hasMore ? english`Earlier messages are in the session.` : ''
  const start = hasMore ? withBlock(emptyView, { type: 'note', tone: 'info', text: earlier }) : emptyView
  return messages.reduce((state, { message, timestampMs: atMs }) => {
    if (message.role === 'user') return withBlock(state, { type: 'user', text: describeContent(message.content), atMs })
    if (message.role !== 'assistant') return state
    const answered = message.content?.trim()
      ? withBlock(state, { type: 'answer', text: message.content, isDraft: false, atMs })
      : state
    return (message.tool_calls ?? []).reduce((before, { id, function: { name, arguments: args } }) => {
      const summary = firstText(parseObject(args) ?? { args }).slice(0, 200)
      return withBlock(before, { type: 'tool', name, summary, status: 'done', output: '' }, id)
    }, answered)
  }, start)
}
