/** What to do after a step. */
export type Move<State, Name extends string> =
  | { readonly type: 'next'; readonly state: State }
  /** Like `next` for a step that asked nothing: going back skips it. */
  | { readonly type: 'pass'; readonly state: State }
  | { readonly type: 'to'; readonly step: Name; readonly state: State }
  | { readonly type: 'back' }
  | { readonly type: 'leave' }

export interface Step<State, Name extends string> {
  readonly name: Name
  run(state: State): Promise<Move<State, Name>>
}

/**
 * Runs steps in order until the last one has ended. Going back from the first one leaves.
 * @param first Step to start with. Default: the first one, which going back from a later start also leads to.
 * @returns the final state, or `undefined` when the user left.
 */
export async function runSteps<State, Name extends string>(
  steps: readonly Step<State, Name>[],
  state: State,
  first?: Name,
): Promise<State | undefined> {
  const indexOf = (name: Name) => steps.findIndex((step) => step.name === name)
  const asked: { readonly index: number; readonly state: State }[] = []
  let current = { index: first === undefined ? 0 : indexOf(first), state }
  for (;;) {
    const step = steps[current.index]
    if (!step) return current.state
    const move = await step.run(current.state)
    if (move.type === 'leave') return undefined
    if (move.type === 'back') {
      const previous = asked.pop() ?? (current.index > 0 ? { ...current, index: 0 } : undefined)
      if (!previous) return undefined
      current = previous
      continue
    }
    if (move.type !== 'pass') asked.push(current)
    const index = move.type === 'to' ? indexOf(move.step) : current.index + 1
    current = { index, state: move.state }
  }
}
