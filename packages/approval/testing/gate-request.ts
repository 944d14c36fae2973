import type { Budget, GateRequest, Tool } from '@hermes/core'
import { createTerminalAssessor } from '../src/assess/terminal-assessor.js'

/** The working directory of gate tests, which does not exist. */
export const place = { workingDirectory: '/home/dev/proj', home: '/home/dev' } as const

const assessCommand = createTerminalAssessor()

/** A call of a terminal or another tool, as the executor passes it to a gate. */
export function gateRequest(
  command: string,
  sessionId = 's1',
  { name = 'terminal', effect = 'once', ...traits }: Partial<Tool> = { assess: assessCommand },
): GateRequest {
  const tool: Tool = {
    ...traits,
    name,
    description: '',
    parameters: { type: 'object' },
    toolset: name,
    effect,
    concurrency: 'never',
    run: async () => '',
  }
  return { tool, args: { command }, sessionId, taskId: 't1', callId: 'c1' }
}

const nothing = { iterations: 0, tokens: 0, durationMs: 0, costUsd: 0 }
const endless: Budget = {
  limits: nothing,
  spent: nothing,
  take: () => true,
  refund: () => undefined,
  count: () => undefined,
  exhausted: () => undefined,
}

/** The same from a delegate of another session. */
export function delegateRequest(command: string, rootSessionId: string): GateRequest {
  const run = { sessionId: 'child', rootSessionId, depth: 1, budget: endless, emit: () => undefined }
  return { ...gateRequest(command, 'child'), run }
}
