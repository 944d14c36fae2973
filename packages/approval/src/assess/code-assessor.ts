import type { AssessContext, Assessment } from '@hermes/core'
import { loadOnce } from '@hermes/safety'
import { type Assessors, createAssessors, type ProgramLanguage } from './assess-command.js'

/** Judges a program that a call would run. TypeScript is judged as `javascript`. */
export type AssessSource = (
  source: { readonly program: string; readonly language: ProgramLanguage },
  context: AssessContext,
) => Promise<Assessment>

/**
 * Judges the programs of a tool that runs them, with the eyes that see into `python -c` and `node -e`. What a program calls
 * other tools for is judged at their own calls.
 * @param load Default: the grammar is loaded at the first call. Share it with other assessors where there are some.
 */
export function createCodeAssessor(load: () => Promise<Pick<Assessors, 'program'>> = createAssessors): AssessSource {
  const loaded = loadOnce(load)
  return async ({ program, language }, context) => {
    const assess = await loaded()
    const { workingDirectory } = context
    return { ...assess.program(program, language, context), subject: program, workingDirectory, inEnvironment: true }
  }
}
