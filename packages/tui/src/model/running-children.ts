import type { ViewState } from './view-state.js'

export interface RunningChild {
  readonly goal: string
  readonly doing: string
}

/** Returns the sub-agents of the turn that have not ended, in the order in which they started. */
export function runningChildren({ children, blocks }: ViewState): readonly RunningChild[] {
  const isRunning = (id: string | undefined) =>
    blocks.some((block) => block.type === 'tool' && block.id === id && block.status === 'running')
  return Object.values(children)
    .filter(({ hasAnswered, callId }) => hasAnswered !== true && isRunning(callId))
    .map(({ blocks: [goal], doing }) => {
      return { goal: goal?.type === 'user' ? goal.text : '', doing }
    })
}
