import type { ViewState } from '../model/view-state.js'

/** Whether two views look the same below the transcript. While nothing runs, what is there may depend on more than them. */
export function isSameBelow(before: ViewState, after: ViewState): boolean {
  if (after.activity === 'idle' || hasChildren(before) !== hasChildren(after)) return false
  return shown.every((key) => before[key] === after[key])
}

const shown = [
  'activity',
  'queued',
  'todos',
  'doing',
  'progress',
  'turnSinceMs',
  'idleSinceMs',
  'pace',
  'compressions',
  'contextTokens',
] as const satisfies readonly (keyof ViewState)[]

function hasChildren({ children }: ViewState): boolean {
  return Object.keys(children).length > 0
}
