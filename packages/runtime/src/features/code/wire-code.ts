import { type AssessCall, createCodeAssessor } from '@hermes/approval'
import type { Environment, Plugin } from '@hermes/core'
import type { Redactor } from '@hermes/safety/redact'
import type { ExecutorLimits, ShellStates, SpillStore } from '@hermes/tools'
import { type CodeLimits, type CodeTools, codeTools } from '@hermes/tools/code'
import type { Config } from '../../config/config-schema.js'
import { interpretersHere } from './interpreters-here.js'
import { createProgramRoad, type ProgramRoad } from './program-road.js'

export interface CodeServices {
  readonly environment: Environment
  /** Those of commands on this machine. */
  readonly variables: Readonly<Record<string, string | undefined>>
  readonly shells: ShellStates
  readonly redactor: Redactor | false
  readonly spill: SpillStore
}

export interface WiredCode extends Pick<CodeTools, 'tools'> {
  /** Every executor of an agent has to be joined to it. */
  readonly road: ProgramRoad
  /** Judges a program before it runs. */
  readonly assess: AssessCall
  readonly plugin: Plugin
}

/** What programs get of a tool does not reach the model: it is limited by memory alone. */
export const programLimits: Partial<ExecutorLimits> = { resultChars: 16_000_000, batchChars: 16_000_000 }

/** `execute_code`, in the environment and the folder of the terminal. Its processes end with the environment. */
export function wireCode(config: Config, { environment, variables, shells, redactor, spill }: CodeServices): WiredCode {
  const road = createProgramRoad()
  const code = codeTools({
    environment,
    tools: road.tools,
    limits: toLimits(config),
    ...(environment.id === 'local' && { interpreters: interpretersHere(variables.PATH) }),
    shellOf: (taskId) => shells.get(taskId),
    redactor,
    spill,
  })
  return {
    tools: code.tools,
    road,
    assess: createCodeAssessor({ read: code.read }),
    plugin: {
      name: 'code-kernels',
      hooks: {
        on_session_end({ sessionId, reason }) {
          if (reason !== 'compression') code.endTask(sessionId)
        },
      },
    },
  }
}

function toLimits({ code_execution: code }: Config): CodeLimits {
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
