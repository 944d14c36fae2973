import type { AssessContext, Assessment, Environment } from '@hermes/core'
import type { Redactor } from '@hermes/safety/redact'
import type { SpillStore } from '../spill/spill-store.js'
import type { CodeLanguage, Interpreters } from './code-language.js'
import type { CodeLimits } from './code-limits.js'
import type { InterpreterSearch } from './interpreter-search.js'
import type { Kernels } from './kernels.js'
import type { ProgramTools } from './program-tools.js'

export interface CodeToolsOptions {
  /** Where the programs run. */
  readonly environment: Environment
  /** What they can call. */
  readonly tools: ProgramTools
  readonly limits?: Partial<CodeLimits>
  /** What there is, where that is known. Default: `python3` and `node` are looked for at the first turn. */
  readonly interpreters?: Interpreters
  /** Where a task's programs start: its folder, and variables that it has set. Default: the environment's folder. */
  readonly shellOf?: (taskId: string) => ProgramShell
  /** Takes secrets out of what programs print, before it goes anywhere. Default: what looks like one; `false`: nothing. */
  readonly redactor?: Pick<Redactor, 'redact' | 'stream'> | false
  /** Keeps what is too long for the model. Default: it is left out. */
  readonly spill?: SpillStore
  /**
   * What a program would do, for a gate: such as `createCodeAssessor()` of `@hermes/approval`. Default: nothing is said, so a
   * gate asks about each of them.
   */
  readonly assess?: (
    source: { readonly program: string; readonly language: CodeLanguage },
    context: AssessContext,
  ) => Promise<Assessment>
}

export interface ProgramShell {
  readonly folder: string
  readonly variables: Readonly<Record<string, string>>
}

/** The options, and what is made of them. */
export interface CodeServices extends Omit<CodeToolsOptions, 'interpreters' | 'limits'> {
  readonly limits: CodeLimits
  readonly kernels: Kernels
  readonly interpreters: InterpreterSearch
}
