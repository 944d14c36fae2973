import { isDeepStrictEqual } from 'node:util'
import { runningChildren } from '../../model/running-children.js'
import type { ViewState } from '../../model/view-state.js'

/** Whether two views look the same below the transcript. While nothing runs, what is there may depend on more than them. */
export function isSameBelow(before: ViewState, after: ViewState): boolean {
  if (after.activity === 'idle') return false
  if (before.children !== after.children && !isDeepStrictEqual(childrenOf(before), childrenOf(after))) return false
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

/** Of a sub-agent, each word is a new view. */
function childrenOf(view: ViewState): readonly unknown[] {
  return [Object.keys(view.children).length > 0, ...runningChildren(view)]
}
