import { describeError } from '@hermes/core'
import type { CommandOutcome } from '../../../contracts/command-outcome.js'

/** What a terminal shows of the model's reasoning. */
export type ReasoningView = 'show' | 'hide' | 'full' | 'clamp'

export interface ReasoningServices {
  /** Changes what is shown from the next turn on, and saves the change. */
  viewReasoning(view: ReasoningView): Promise<void>
}

const said: Readonly<Record<ReasoningView, string>> = {
  show: 'The reasoning of the model is shown.',
  hide: 'The reasoning of the model is hidden.',
  full: 'All of the reasoning is shown.',
  clamp: 'The first lines of the reasoning are shown.',
}

export const reasoningViews: readonly ReasoningView[] = ['show', 'hide', 'full', 'clamp']

/** Handles the arguments of `/reasoning` that concern the terminal. Resolves to `undefined` for all others. */
export async function chooseReasoningView(
  args: string,
  { viewReasoning }: ReasoningServices,
): Promise<Extract<CommandOutcome, { readonly type: 'text' | 'error' }> | undefined> {
  const view = reasoningViews.find((known) => known === args)
  if (view === undefined) return undefined
  try {
    await viewReasoning(view)
  } catch (error) {
    return { type: 'error', text: describeError(error) }
  }
  return { type: 'text', text: said[view] }
}
