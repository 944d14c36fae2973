import type { Environment, ToolContext } from '@hermes/core'
import { onTestFinished } from 'vitest'
import {
  type CallableTool,
  type CodeLanguage,
  type CodeToolsOptions,
  codeTools,
  type ProgramTools,
  type ToolRequest,
} from '../src/code/index.js'
import { openWorkplace } from './terminal.js'

const callable: readonly CallableTool[] = [
  {
    name: 'read_file',
    parameters: { type: 'object', properties: { path: {}, offset: {}, limit: {} } },
    concurrency: 'safe',
  },
  { name: 'terminal', parameters: { type: 'object', properties: { command: {} } }, concurrency: 'never' },
]

/** Tools that return their arguments, or what the test specifies. */
export function toolsThat(call?: ProgramTools['call']) {
  const requests: ToolRequest[] = []
  const tools: ProgramTools = {
    list: async () => callable,
    async call(request, context) {
      requests.push(request)
      return call ? call(request, context) : { content: JSON.stringify(request.args) }
    },
  }
  return { tools, requests }
}

interface Result {
  readonly text: string
  readonly isError: boolean
}

type Program = string | { readonly code: string; readonly reset?: boolean }

/** `execute_code` on this machine, called like by the executor. Disposed with the test. */
export async function openCode(language: CodeLanguage, options: Partial<CodeToolsOptions> = {}) {
  const environment: Environment = options.environment ?? (await openWorkplace()).environment
  const interpreters = { python: 'python3', javascript: process.execPath }
  const code = codeTools({ tools: toolsThat().tools, interpreters, ...options, environment })
  onTestFinished(() => code[Symbol.asyncDispose]())
  const [tool] = code.tools
  if (!tool) throw new Error('There is no tool.')
  const progress: string[] = []
  let calls = 0
  const run = async (program: Program, context: Partial<ToolContext> = {}): Promise<Result> => {
    const given = typeof program === 'string' ? { code: program } : program
    const args = await tool.schema?.['~standard'].validate({ language, ...given })
    if (!args || args.issues) throw new Error('The arguments are not valid.')
    calls += 1
    const outcome = await tool.run(args.value, {
      callId: `call-${calls}`,
      sessionId: 'session',
      taskId: 'task',
      signal: new AbortController().signal,
      report: (line) => progress.push(line),
      ...context,
    })
    if (typeof outcome === 'string') return { text: outcome, isError: false }
    return { text: String(outcome.content), isError: outcome.isError ?? false }
  }
  return { code, tool, run, progress }
}
