import { isDeepStrictEqual } from 'node:util'
import { runningChildren } from '../../model/running-children.js'
import type { ViewState } from '../../model/view-state.js'

/**
 * Whether two views look the same below the transcript. Always false while nothing runs, because what is there may then
 * depend on more than the views.
 */
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

/** Returns what is shown of the sub-agents, whose views change with each word. */
function childrenOf(view: ViewState): readonly unknown[] {
  return [Object.keys(view.children).length > 0, ...runningChildren(view)]
}
