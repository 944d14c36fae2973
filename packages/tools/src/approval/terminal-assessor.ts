import { resolve } from 'node:path'
import type { AssessCall } from './assess-call.js'
import { type AssessCommand, createCommandAssessor } from './assess-command.js'

/** Judges the calls of the `terminal` tool by their `command`. The grammar is loaded at the first call. */
export function createTerminalAssessor(load: () => Promise<AssessCommand> = createCommandAssessor): AssessCall {
  let loading: Promise<AssessCommand> | undefined
  return async ({ command, workdir }, context) => {
    loading ??= load()
    const assess = await loading.catch((error: unknown) => {
      loading = undefined
      throw error
    })
    const subject = typeof command === 'string' ? command : (JSON.stringify(command) ?? '')
    const workingDirectory =
      typeof workdir === 'string' ? resolve(context.workingDirectory, workdir) : context.workingDirectory
    return { subject, workingDirectory, assessment: assess(subject, { workingDirectory, home: context.home }) }
  }
}
