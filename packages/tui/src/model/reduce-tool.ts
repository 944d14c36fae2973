import type { RpcEvent } from '@hermes/rpc/schemas'
import { english } from '@hermes/safety/language'
import { withBlock, withTool } from './blocks.js'
import { endOf } from './end-of.js'
import { firstText } from './first-text.js'
import { todosOf } from './todos-of.js'
import type { ViewState } from './view-state.js'
import { withResult } from './with-result.js'

/** The activity of the model between two calls. */
export const thinking = english`thinking`

/** Returns the view after an event of a tool call. */
export function reduceTool(state: ViewState, event: RpcEvent): ViewState {
  switch (event.type) {
    case 'tool.generating': {
      const { name } = event.payload
      return name === undefined ? state : { ...state, doing: name }
    }
    case 'tool.start': {
      const { toolId, name, args, kind, summary = firstText(args) } = event.payload
      const isEdit = kind === 'edit' && { isEdit: true as const }
      const tool = { type: 'tool', name, summary, status: 'running', output: '', ...isEdit } as const
      return withBlock({ ...state, doing: name }, tool, toolId)
    }
    case 'tool.progress': {
      const { toolId, text } = event.payload
      return withTool(state, toolId, (tool) => ({ ...tool, output: endOf(text) }))
    }
    case 'tool.complete': {
      const { toolId, display } = event.payload
      const todos = todosOf(display) ?? state.todos
      const after = withTool({ ...state, doing: thinking, todos }, toolId, (tool) => withResult(tool, event.payload))
      return { ...after, failedEdits: editsAfter(after, toolId) }
    }
    default:
      return state
  }
}

/**
 * Returns the failed edits after an edit. A later edit of the same file makes up for a failed one. Refused edits are
 * not listed, because the person knows them.
 */
function editsAfter({ blocks, failedEdits }: ViewState, toolId: string): ViewState['failedEdits'] {
  if (!failedEdits) return undefined
  const tool = blocks.findLast(({ id }) => id === toolId)
  if (tool?.type !== 'tool' || !tool.isEdit) return failedEdits
  const others = failedEdits.filter((subject) => subject !== tool.summary)
  return tool.status === 'failed' && tool.refusal === undefined ? [...others, tool.summary] : others
}
