import { resolve } from 'node:path'
import type { AssessCall, AssessContext } from '@hermes/core'
import { loadOnce } from '@hermes/safety'
import type { ConnectingFiles } from '../provenance/connecting-files.js'
import type { Unsandboxed } from '../rules/unsandboxed.js'
import { type AssessCommand, createCommandAssessor } from './assess-command.js'

export interface TerminalAssessorOptions {
  /** The rules for commands that run unsandboxed, looked up at each call. Default: none, as for commands in a sandbox. */
  readonly unsandboxed?: (context: AssessContext) => Promise<Unsandboxed | undefined>
  /** What is known about the code that the conversation of a call wrote. Default: nothing. */
  readonly connecting?: (context: AssessContext) => ConnectingFiles
  /**
   * Whether commands run in a sandbox that hides the agent's home. What needs it is then refused, not asked about.
   * Default: false.
   */
  readonly hidesAgent?: boolean
}

/**
 * Creates an assessor for a tool that runs the shell command in its argument `command`. The grammar is loaded at the
 * first call.
 */
export function createTerminalAssessor(
  load: () => Promise<AssessCommand> = createCommandAssessor,
  { unsandboxed, connecting, hidesAgent = false }: TerminalAssessorOptions = {},
): AssessCall {
  const loaded = loadOnce(load)
  return async ({ command, workdir }, context) => {
    const assess = await loaded()
    const rules = await unsandboxed?.(context)
    const subject = typeof command === 'string' ? command : (JSON.stringify(command) ?? '')
    const workingDirectory =
      typeof workdir === 'string' ? resolve(context.workingDirectory, workdir) : context.workingDirectory
    const place = {
      ...context,
      workingDirectory,
      hidesAgent,
      ...(rules && { unsandboxed: rules }),
      ...(connecting && { connecting: connecting(context) }),
    }
    return { ...assess(subject, place), subject, workingDirectory, inEnvironment: true }
  }
}
