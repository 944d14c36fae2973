import type { Display, ReasoningServices } from '@hermes/conversations/commands'
import { type HomePaths, setConfigValue } from '@hermes/runtime'

/** Changes how much of the reasoning a terminal shows, and saves it in the settings. */
export function createReasoningView(
  paths: HomePaths,
  display: Pick<Display, 'showReasoning' | 'isReasoningWhole'>,
): ReasoningServices {
  return {
    async viewReasoning(view) {
      if (view === 'show' || view === 'hide') {
        display.showReasoning = view === 'show'
        await setConfigValue(paths, 'display.show_reasoning', String(display.showReasoning))
      } else {
        // Choosing how much is shown also means wanting to see it.
        display.showReasoning = true
        display.isReasoningWhole = view === 'full'
        await setConfigValue(paths, 'display.show_reasoning', 'true')
        await setConfigValue(paths, 'display.reasoning_full', String(display.isReasoningWhole))
      }
    },
  }
}
