import { createCodeAssessor } from '@hermes/approval'
import { type CodeLimits, codeTools } from '@hermes/tools/code'
import { isUnsandboxed } from '../../environments/sandbox/opened-folders.js'
import type { CreateFeature } from '../../host.js'
import type { Config } from '../../schema/config-schema.js'
import { interpretersHere } from './interpreters-here.js'

type CodeSettings = Config['code_execution'] & Pick<Config['terminal'], 'sandbox'>

/** Creates `execute_code`, which runs in the environment and working folder of the terminal. */
export const createCode: CreateFeature<CodeSettings> = async ({
  settings,
  environment,
  variables,
  programs,
  shells,
  redactor,
  spill,
  writtenFiles,
}) => {
  const code = codeTools({
    environment,
    tools: programs.tools,
    limits: toLimits(settings),
    ...(environment.id === 'local' && { interpreters: interpretersHere(variables.PATH) }),
    shellOf: (taskId) => shells.get(taskId),
    redactor,
    spill,
    assess: createCodeAssessor(undefined, {
      isUnsandboxed: isUnsandboxed(environment, settings.sandbox),
      connecting: ({ call }) => writtenFiles.connecting(call?.rootSessionId ?? ''),
      hidesAgent: environment.sandboxedBy !== undefined,
    }),
  })
  return {
    name: 'code',
    tools: code.tools,
    hooks: {
      on_session_end({ sessionId, reason }) {
        if (reason !== 'compression') code.endTask(sessionId)
      },
    },
    [Symbol.asyncDispose]: () => code[Symbol.asyncDispose](),
  }
}

function toLimits(code: CodeSettings): CodeLimits {
  return {
    timeoutMs: code.timeout * 1000,
    toolCalls: code.max_tool_calls,
    stdoutChars: code.max_stdout_chars,
    stderrChars: code.max_stderr_chars,
    idleMs: code.idle_timeout * 1000,
    kernels: code.max_kernels,
    memoryBytes: code.max_memory_mb * 2 ** 20,
  }
}
