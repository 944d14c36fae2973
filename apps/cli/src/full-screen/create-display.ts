import type { Display } from '@hermes/conversations/commands'
import type { Config } from '@hermes/runtime'

/** Returns what a full screen shows of a turn. `showTools` and `focus` stay in step. */
export function createDisplay(
  settings: Pick<Config['display'], 'show_reasoning' | 'reasoning_full'>,
  focus: { isOn: boolean },
): Display {
  return {
    showReasoning: settings.show_reasoning,
    isReasoningWhole: settings.reasoning_full,
    get showTools() {
      return !focus.isOn
    },
    set showTools(isShown) {
      focus.isOn = !isShown
    },
  }
}
