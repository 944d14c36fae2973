import type { AssessContext, Assessment, Environment } from '@hermes/core'
import type { Redactor } from '@hermes/safety/redact'
import type { SpillStore } from '../spill/spill-store.js'
import type { CodeLanguage, Interpreters } from './code-language.js'
import type { CodeLimits } from './code-limits.js'
import type { InterpreterSearch } from './interpreter-search.js'
import type { Kernels } from './kernels.js'
import type { ProgramTools } from './program-tools.js'

export interface CodeToolsOptions {
  /** Environment that runs the programs. */
  readonly environment: Environment
  /** Tools that programs can call. */
  readonly tools: ProgramTools
  readonly limits?: Partial<CodeLimits>
  /** Available interpreters. Default: searches for `python3` and `node` in the first turn. */
  readonly interpreters?: Interpreters
  /** Returns the working directory and environment variables for a task's programs. Default: the environment's folder. */
  readonly shellOf?: (taskId: string) => ProgramShell
  /** Removes secrets from the output of programs; `false` disables it. Default: removes everything that looks like a secret. */
  readonly redactor?: Pick<Redactor, 'redact' | 'stream'> | false
  /** Stores output that is too long for the model. Default: the omitted part is dropped. */
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

/** Options with their defaults resolved. */
export interface CodeServices extends Omit<CodeToolsOptions, 'interpreters' | 'limits'> {
  readonly limits: CodeLimits
  readonly kernels: Kernels
  readonly interpreters: InterpreterSearch
}
