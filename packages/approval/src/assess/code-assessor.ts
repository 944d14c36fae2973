import type { AssessContext, Assessment } from '@hermes/core'
import { loadOnce } from '@hermes/safety'
import type { ConnectingFiles } from '../provenance/connecting-files.js'
import { unsandboxedReasons } from '../rules/unsandboxed.js'
import { type Assessors, createAssessors, type ProgramLanguage } from './assess-command.js'

/** Assesses a program that a call would run. TypeScript is assessed as `javascript`. */
export type AssessSource = (
  source: { readonly program: string; readonly language: ProgramLanguage },
  context: AssessContext,
) => Promise<Assessment>

export interface CodeAssessorOptions {
  readonly isUnsandboxed?: boolean
  readonly connecting?: (context: AssessContext) => ConnectingFiles
  readonly hidesAgent?: boolean
}

/**
 * Creates an assessor for the programs of a tool, with the analysis used for `python -c` and `node -e`. Tool calls of a
 * program are assessed separately.
 *
 * @param load Default: loads the grammar at the first call. Pass a loader to share it with other assessors.
 * @param options `isUnsandboxed`: programs run unsandboxed, so the user is asked about each; default false.
 *   `connecting`: what is known about the code that the conversation of a call wrote; default nothing.
 *   `hidesAgent`: programs run in a sandbox that hides the agent's home, so what needs it is refused; default false.
 */
export function createCodeAssessor(
  load: () => Promise<Pick<Assessors, 'program'>> = createAssessors,
  { isUnsandboxed = false, connecting, hidesAgent = false }: CodeAssessorOptions = {},
): AssessSource {
  const loaded = loadOnce(load)
  return async ({ program, language }, context) => {
    const assess = await loaded()
    const { workingDirectory } = context
    const assessed = assess.program(program, language, {
      ...context,
      hidesAgent,
      ...(connecting && { connecting: connecting(context) }),
    })
    return { ...(isUnsandboxed ? asked(assessed) : assessed), subject: program, workingDirectory, inEnvironment: true }
  }
}

function asked(assessed: Assessment): Assessment {
  if (assessed.verdict === 'refuse') return assessed
  const reason = unsandboxedReasons.inline
  const { reasons, findings = [], consent } = assessed
  return {
    ...assessed,
    verdict: 'ask',
    reasons: [...reasons, reason],
    findings: [...findings, { reason }],
    consent: { text: consent?.text ?? 'programs like this', keys: [...(consent?.keys ?? []), reason] },
  }
}
