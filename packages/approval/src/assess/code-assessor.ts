import type { JsonObject } from '@hermes/core'
import { loadOnce } from '@hermes/safety'
import type { AssessCall } from './assess-call.js'
import { type Assessors, createAssessors, type ProgramLanguage } from './assess-command.js'

export interface CodeAssessorOptions {
  /** The program that a call would run, and what it is written in. TypeScript is judged as `javascript`. */
  readonly read: (args: JsonObject) => { readonly program: string; readonly language: ProgramLanguage }
  /** Default: the grammar is loaded at the first call. Share it with other assessors where there are some. */
  readonly load?: () => Promise<Pick<Assessors, 'program'>>
}

/**
 * Judges the calls of a tool that runs programs, with the eyes that see into `python -c` and `node -e`. What the program
 * calls other tools for is judged at their own calls.
 */
export function createCodeAssessor({ read, load = createAssessors }: CodeAssessorOptions): AssessCall {
  const loaded = loadOnce(load)
  return async (args, context) => {
    const { program, language } = read(args)
    const assess = await loaded()
    const assessment = assess.program(program, language, context)
    return { subject: program, workingDirectory: context.workingDirectory, inEnvironment: true, assessment }
  }
}
