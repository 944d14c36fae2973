import { createApprovalGate, createCommandAssessor, createTerminalAssessor } from '@hermes/approval'
import type { JsonObject, Tool } from '@hermes/core'
import { type Kind, textField } from '../kind.js'

/**
 * `{cmd, cwd, home, yolo?}`: the verdict of the gate: `run` (no question), `ask`, or `refuse`. Each item gets a
 * separate gate; the grammar is loaded once.
 */
export async function createGateKind(): Promise<Kind> {
  const assess = await createCommandAssessor()
  const tool = { ...terminal, assess: createTerminalAssessor(async () => assess) }
  return async (input) => {
    let asked = false
    const gate = createApprovalGate({
      mode: input.yolo === true ? 'off' : 'manual',
      workingDirectory: textField(input, 'cwd'),
      home: textField(input, 'home'),
      approve: async () => {
        asked = true
        return { decision: 'deny' }
      },
    })
    const { allowed } = await gate.review(requestOf(tool, { command: textField(input, 'cmd') }), {
      signal: new AbortController().signal,
    })
    if (asked) return 'ask'
    return allowed ? 'run' : 'refuse'
  }
}

function requestOf(tool: Tool, args: JsonObject) {
  return { tool, args, sessionId: 'conformance', taskId: 'conformance', callId: 'call_1' }
}

/** The tool as the gate sees it. It is never run. */
const terminal: Tool = Object.freeze({
  name: 'terminal',
  description: '',
  parameters: { type: 'object' },
  toolset: 'terminal',
  effect: 'once',
  concurrency: 'never',
  run: () => Promise.reject(new Error('A gate must not run tools.')),
})
