import { createProcessAssessor, createTerminalAssessor } from '@hermes/approval'
import { reportProcesses, type TerminalLimits, terminalTools } from '@hermes/tools'
import { isUnsandboxed } from '../../environments/sandbox/opened-folders.js'
import type { CreateFeature } from '../../host.js'
import { unsandboxedRules } from './unsandboxed-rules.js'

export interface TerminalSettings {
  /** The time limit in seconds. */
  readonly timeout: number
  readonly maxChars: number
  readonly sandbox: 'auto' | 'required' | 'off'
  /** The folders other than the working folder in which commands may write. */
  readonly opened: readonly string[]
}

/** Creates commands that run in the shell of their task, and background processes whose end is reported to the model. */
export const createTerminal: CreateFeature<TerminalSettings> = async ({
  settings,
  environment,
  shells,
  processes: { table, records },
  spill,
  redactor,
  turns,
  folders,
  variables,
  writtenFiles,
}) => {
  const unsandboxed = isUnsandboxed(environment, settings.sandbox)
    ? unsandboxedRules({ environment, chosen: settings.opened, agentHome: folders.home, variables }, writtenFiles)
    : async () => undefined
  return {
    ...reportProcesses({
      processes: table,
      records,
      steer: (sessionId, text, onUndelivered) => turns.steer(sessionId, text, onUndelivered),
    }),
    name: 'terminal',
    tools: terminalTools({
      environment,
      limits: toLimits(settings),
      states: shells,
      processes: table,
      spill,
      redactor,
      assess: {
        command: createTerminalAssessor(undefined, {
          unsandboxed,
          connecting: ({ call }) => writtenFiles.connecting(call?.rootSessionId ?? ''),
          hidesAgent: environment.sandboxedBy !== undefined,
        }),
        input: createProcessAssessor({ processes: table }),
      },
    }),
  }
}

/** Converts the settings to limits. A command may ask for at most 10 minutes, unless the config itself allows more. */
function toLimits({ timeout, maxChars }: TerminalSettings): TerminalLimits {
  const timeoutMs = timeout * 1000
  return { timeoutMs, maxTimeoutMs: Math.max(timeoutMs, 600_000), outputCharacters: maxChars }
}
