import { HermesError, type ToolContext, type ToolOutcome } from '@hermes/core'
import { createRedactor } from '@hermes/safety/redact'
import { type CodeLanguage, interpreterNames } from './code-language.js'
import type { CodeServices } from './code-options.js'
import type { InterpreterSearch } from './interpreter-search.js'
import { languages } from './languages.js'
import { prepareJavascript } from './prepare-javascript.js'
import { runProgram } from './run-program.js'
import { startKernel } from './start-kernel.js'
import { toOutcome } from './to-outcome.js'

export interface CodeRequest {
  readonly code: string
  readonly language?: CodeLanguage | undefined
  readonly reset: boolean
  /** Number that identifies the program in error messages. */
  readonly number: number
}

/** Runs one call of `execute_code`. */
export async function runCode(
  services: CodeServices,
  { code, language: wanted, reset, number }: CodeRequest,
  context: ToolContext,
): Promise<ToolOutcome> {
  const { environment, kernels, limits, tools, redactor = createRedactor(), spill } = services
  const { language, interpreter } = await chooseLanguage(services.interpreters, wanted)
  const key = { taskId: context.taskId, language }
  if (reset) kernels.end(key)
  if (code.trim() === '') return { content: reset ? '[Variables are forgotten.]' : '[There was no code to run.]' }
  const text = language === 'javascript' ? await prepareJavascript(code) : code
  const available = await tools.list(context)
  const shell = services.shellOf?.(context.taskId) ?? { folder: environment.workingDirectory, variables: {} }
  const { kernel, loss } = await kernels.take(key, () =>
    startKernel(environment, {
      language: languages[language],
      interpreter,
      workingDirectory: shell.folder,
      owner: { conversation: context.run?.rootSessionId ?? context.sessionId, command: `a program (${language})` },
      variables: { ...shell.variables, HERMES_SESSION_ID: context.sessionId },
      memoryBytes: limits.memoryBytes,
    }),
  )
  try {
    const name = languages[language].fileName(number)
    const output = { redactor, spill }
    return toOutcome(
      await runProgram({ kernel, code: text, name, available, tools, limits, context, output }),
      limits,
      loss,
    )
  } finally {
    kernels.release(key)
  }
}

async function chooseLanguage(search: InterpreterSearch, wanted: CodeLanguage | undefined) {
  const language = wanted ?? search.preferred()
  const { [language]: interpreter } = await search.find()
  if (interpreter !== undefined) return { language, interpreter }
  const others = search.known().join(' or ')
  const advice = others === '' ? 'Use other tools.' : `Write it in ${others}.`
  throw new HermesError('code/no-interpreter', `There is no ${interpreterNames[language]} to run it with. ${advice}`)
}
