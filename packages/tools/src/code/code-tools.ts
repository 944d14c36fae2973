import type { Tool } from '@hermes/core'
import { defaultCodeLimits } from './code-limits.js'
import type { CodeToolsOptions } from './code-options.js'
import { executeCode } from './execute-code.js'
import { createInterpreterSearch } from './interpreter-search.js'
import { createKernels } from './kernels.js'

/** `execute_code` and its kernel processes. Disposing it ends them. */
export interface CodeTools extends AsyncDisposable {
  readonly tools: readonly Tool[]
  /** Ends the kernels of a task, with all variables of its programs. */
  endTask(taskId: string): void
}

/** The toolset `code_execution`: programs in Python and JavaScript that call the other tools. */
export function codeTools(options: CodeToolsOptions): CodeTools {
  const limits = { ...defaultCodeLimits, ...options.limits }
  const kernels = createKernels({ max: limits.kernels, idleMs: limits.idleMs })
  const interpreters = createInterpreterSearch(options.environment, options.interpreters)
  return {
    tools: [executeCode({ ...options, limits, kernels, interpreters })],
    endTask: (taskId) => kernels.end({ taskId }),
    [Symbol.asyncDispose]: () => kernels[Symbol.asyncDispose](),
  }
}
