import { maxSectionChars, type Plugin, type PromptContext, type PromptSection } from '../contracts/agent/plugin.js'
import type { Logger } from '../contracts/values/logger.js'
import { containHook, hookLimitMs } from '../hooks/contain-hook.js'

/** Wraps the sections of plugins: one that fails is omitted from the prompt, and a long one is cut. */
export function pluginSections(plugins: readonly Plugin[], logger: Logger): readonly PromptSection[] {
  return plugins.flatMap(({ name, promptSections = [] }) =>
    promptSections.map((section) => ({
      ...section,
      content: (context: PromptContext) => contained(name, section, { context, logger }),
    })),
  )
}

async function contained(
  plugin: string,
  { id, content }: PromptSection,
  { context, logger }: { readonly context: PromptContext; readonly logger: Logger },
): Promise<string> {
  const name = `The prompt section "${id}" of "${plugin}"`
  const build = () => (typeof content === 'string' ? content : content(context))
  const result = await containHook(name, build, { limitMs: hookLimitMs })
  if (result.ok) return bounded(String(result.value ?? ''))
  logger.log('warn', result.problem?.message ?? `${name} was left out.`)
  return ''
}

function bounded(text: string): string {
  if (text.length <= maxSectionChars) return text
  return `${text.slice(0, maxSectionChars)}\n[Cut here: a section may have ${maxSectionChars.toLocaleString('en-US')} characters.]`
}
