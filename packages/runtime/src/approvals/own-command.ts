import { createTerminalAssessor } from '@hermes/approval'
import { defineTool, type ToolGate } from '@hermes/core'
import * as z from 'zod'

/** Stands for a command line that a person types. The gate assesses it, and the surface runs it. */
const ownCommand = defineTool({
  name: 'own_command',
  description: 'A command that a person typed.',
  toolset: 'terminal',
  parameters: z.object({ command: z.string() }),
  effect: 'once',
  concurrency: 'never',
  assess: createTerminalAssessor(),
  run: async () => 'It is run by the surface where it was typed.',
})

/** Whether a command that a person typed may run. No question is asked: only what never runs is refused. */
export async function mayRunOwn(gate: ToolGate, command: string): Promise<boolean> {
  const ids = { sessionId: 'own', taskId: 'own', callId: 'own' }
  const request = { tool: ownCommand, args: { command }, ...ids, isApproved: true }
  return (await gate.review(request, { signal: new AbortController().signal })).allowed
}
