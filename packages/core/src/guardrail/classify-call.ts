import type { ToolFacts } from '../contracts/calls/tool-traits.js'
import type { CallKind } from './observation.js'

export function classifyCall(name: string, { mayRepeat, runsCommands, effect }: Partial<ToolFacts> = {}): CallKind {
  if (mayRepeat ?? waits.test(name)) return 'wait'
  if (runsCommands) return 'command'
  return effect === 'read' ? 'read' : 'change'
}

/** Matches the names of tools that wait or poll. */
const waits =
  /(?:^|_)(?:poll|wait|sleep|await|get_result)$|(?:job|task|run|build|deploy|deployment|process|batch)_status$/
