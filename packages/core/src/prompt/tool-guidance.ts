import type { PromptSection } from '../contracts/plugin.js'
import type { ToolExecutor } from '../contracts/tool.js'
import { maxGuidanceChars } from '../contracts/tool-traits.js'

/** What the tools of the session say of their use, each sentence once. */
export function toolGuidance(executor: Pick<ToolExecutor, 'traitsOf'> | undefined): PromptSection {
  return {
    id: 'tool-guidance',
    content({ tools }) {
      const texts = tools.map((name) => executor?.traitsOf?.(name)?.guidance?.trim().slice(0, maxGuidanceChars) ?? '')
      return [...new Set(texts)].filter((text) => text !== '').join('\n')
    },
  }
}
