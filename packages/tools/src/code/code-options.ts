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
  /** The tools that programs can call. */
  readonly tools: ProgramTools
  readonly limits?: Partial<CodeLimits>
  /** The available interpreters. Default: looks for `python3` and `node` at the first turn. */
  readonly interpreters?: Interpreters
  /** The working directory and environment variables of a task's programs. Default: the environment's folder. */
  readonly shellOf?: (taskId: string) => ProgramShell
  /** Removes secrets from the output of programs. Default: everything that looks like a secret; `false`: nothing. */
  readonly redactor?: Pick<Redactor, 'redact' | 'stream'> | false
  /** Stores output that is too long for the model. Default: it is dropped. */
  readonly spill?: SpillStore
  /**
   * Assesses a program for an approval gate, for example `createCodeAssessor()` of `@hermes/approval`. Default: no
   * assessment, so the gate asks about every program.
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

/** The options with their defaults resolved. */
export interface CodeServices extends Omit<CodeToolsOptions, 'interpreters' | 'limits'> {
  readonly limits: CodeLimits
  readonly kernels: Kernels
  readonly interpreters: InterpreterSearch
}
