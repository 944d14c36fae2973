import { resolve } from 'node:path'
import { loadOnce } from '@hermes/safety'
import type { AssessCall } from './assess-call.js'
import { type AssessCommand, createCommandAssessor } from './assess-command.js'

/** Judges the calls of the `terminal` tool by their `command`. The grammar is loaded at the first call. */
export function createTerminalAssessor(load: () => Promise<AssessCommand> = createCommandAssessor): AssessCall {
  const loaded = loadOnce(load)
  return async ({ command, workdir }, context) => {
    const assess = await loaded()
    const subject = typeof command === 'string' ? command : (JSON.stringify(command) ?? '')
    const workingDirectory =
      typeof workdir === 'string' ? resolve(context.workingDirectory, workdir) : context.workingDirectory
    const assessment = assess(subject, { ...context, workingDirectory })
    return { subject, workingDirectory, inEnvironment: true, assessment }
  }
}
