import type { PromptSection } from '../contracts/agent/plugin.js'
import { maxGuidanceChars } from '../contracts/calls/tool-traits.js'
import type { ToolExecutor } from '../contracts/tools/tool.js'

/** Returns the guidance of the session's tools, each sentence once. */
export function toolGuidance(executor: Pick<ToolExecutor, 'traitsOf'> | undefined): PromptSection {
  return {
    id: 'tool-guidance',
    content({ tools }) {
      const texts = tools.map((name) => executor?.traitsOf?.(name)?.guidance?.trim().slice(0, maxGuidanceChars) ?? '')
      return [...new Set(texts)].filter((text) => text !== '').join('\n')
    },
  }
}
