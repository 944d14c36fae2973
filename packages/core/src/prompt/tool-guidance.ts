import type { PromptSection } from '../contracts/plugin.js'
import type { ToolExecutor } from '../contracts/tool.js'
import { maxGuidanceChars } from '../contracts/tool-traits.js'

/** The guidance of the session's tools, each sentence once. */
export function toolGuidance(executor: Pick<ToolExecutor, 'traitsOf'> | undefined): PromptSection {
  return {
    id: 'tool-guidance',
    content({ tools }) {
      const texts = tools.map((name) => executor?.traitsOf?.(name)?.guidance?.trim().slice(0, maxGuidanceChars) ?? '')
      return [...new Set(texts)].filter((text) => text !== '').join('\n')
    },
  }
}
