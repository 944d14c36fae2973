import type { AvailableTools } from '@hermes/core'
import type { CodeLanguage } from './code-language.js'

export interface CodeDescription {
  readonly languages: readonly CodeLanguage[]
  /** Tools of the session. */
  readonly available: AvailableTools
  readonly toolCalls: number
  readonly timeoutMs: number
}

const examples: Readonly<Record<CodeLanguage, (tool: string) => string>> = {
  python: (tool) => `Python: from hermes_tools import ${tool}.`,
  javascript: (tool) => `JavaScript or TypeScript: await hermes.${tool}({...}).`,
}

/** Returns the description of `execute_code` for the model, including the tools that a program may call. */
export function describeCode({ languages, available, toolCalls, timeoutMs }: CodeDescription): string {
  const callable = available.values().filter(({ callableFromPrograms }) => callableFromPrograms)
  const tools = [...callable.map(({ name }) => name)]
  const [first] = tools
  return [
    'Run a program. For several tool calls with logic between them: loops, filters, large results.',
    'You get only what it prints; variables last until reset.',
    ...(first === undefined
      ? []
      : [
          `It can call ${tools.join(', ')} with their arguments: they return text or parsed JSON, or raise ToolError.`,
          ...languages.map((language) => examples[language](first)),
        ]),
    `Limits: ${toolCalls} tool calls, ${timeoutMs / 1000} s.`,
  ].join(' ')
}
