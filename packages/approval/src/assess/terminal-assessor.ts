import { resolve } from 'node:path'
import type { AssessCall } from '@hermes/core'
import { loadOnce } from '@hermes/safety'
import { type AssessCommand, createCommandAssessor } from './assess-command.js'

/**
 * Assesses the calls of a tool that runs the shell command in its argument `command`. The grammar is loaded at the
 * first call.
 */
export function createTerminalAssessor(load: () => Promise<AssessCommand> = createCommandAssessor): AssessCall {
  const loaded = loadOnce(load)
  return async ({ command, workdir }, context) => {
    const assess = await loaded()
    const subject = typeof command === 'string' ? command : (JSON.stringify(command) ?? '')
    const workingDirectory =
      typeof workdir === 'string' ? resolve(context.workingDirectory, workdir) : context.workingDirectory
    return { ...assess(subject, { ...context, workingDirectory }), subject, workingDirectory, inEnvironment: true }
  }
}
