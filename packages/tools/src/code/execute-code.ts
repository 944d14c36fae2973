import { type AvailableTools, defineTool, type JsonObject, type JsonSchema, type Tool } from '@hermes/core'
import * as z from 'zod'
import { type CodeLanguage, languagesOf } from './code-language.js'
import type { CodeServices } from './code-options.js'
import { describeCode } from './describe-code.js'
import type { InterpreterSearch } from './interpreter-search.js'
import { executeCodeIdentity } from './tool-identity.js'

const parameters = z.object({
  code: z.string(),
  language: z.enum(['python', 'javascript']).optional(),
  reset: z.boolean().default(false).describe('Forget variables first.'),
})

export function executeCode(services: CodeServices): Tool {
  const { interpreters, limits, assess } = services
  let programs = 0
  const describe = (available: AvailableTools) =>
    describeCode({ ...limits, languages: interpreters.known(), available })
  const tool = defineTool({
    ...executeCodeIdentity,
    description: describe(new Map()),
    parameters,
    effect: 'once',
    kind: 'execute',
    concurrency: 'never',
    changesFiles: true,
    isFreeOfBudget: true,
    ...(assess && { assess: (args, context) => assess(read(args, interpreters), context) }),
    timeoutMs: Number.POSITIVE_INFINITY,
    maxResultChars: Number.POSITIVE_INFINITY,
    isAvailable: async () => languagesOf(await interpreters.find()).length > 0,
    run: async (args, context) => {
      programs += 1
      const number = programs
      // Loaded lazily, because most sessions run no program.
      const { runCode } = await import('./run-code.js')
      return runCode(services, { ...args, number }, context)
    },
  })
  return {
    ...tool,
    adapt: (available) => ({
      description: describe(available),
      parameters: withLanguages(tool.parameters, interpreters.known()),
    }),
  }
}

/** Returns the program that a call would run. */
function read({ code, language }: JsonObject, interpreters: InterpreterSearch) {
  return {
    program: typeof code === 'string' ? code : JSON.stringify(code ?? null),
    language: language === 'python' || language === 'javascript' ? language : interpreters.preferred(),
  }
}

/** Limits the `language` parameter to the known languages, and removes it when there is only one. */
function withLanguages(schema: JsonSchema, known: readonly CodeLanguage[]): JsonSchema {
  const { language: _, ...properties } = Object(schema.properties)
  const choice = known.length > 1 ? { language: { type: 'string', enum: [...known], default: known[0] } } : {}
  return { ...schema, properties: { ...properties, ...choice } }
}
