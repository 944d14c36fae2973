import type { Tool } from '@hermes/core'
import { defaultCodeLimits } from './code-limits.js'
import type { CodeToolsOptions } from './code-options.js'
import { executeCode } from './execute-code.js'
import { createInterpreterSearch } from './interpreter-search.js'
import { createKernels } from './kernels.js'

/** The `execute_code` tool and its kernel processes. Disposing it ends the processes. */
export interface CodeTools extends AsyncDisposable {
  readonly tools: readonly Tool[]
  /** Ends the kernels of a task. All variables of its programs are lost. */
  endTask(taskId: string): void
}

/** Creates the `code_execution` toolset: programs in Python and JavaScript that call the other tools. */
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
