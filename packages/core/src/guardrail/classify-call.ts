import type { ToolCall } from '../contracts/message.js'
import type { GuardrailTools } from './guardrail.js'
import type { CallKind } from './observation.js'

export function classifyCall(call: ToolCall, tools: GuardrailTools): CallKind {
  const { name } = call.function
  if (tools.mayRepeat?.(call) ?? waits.test(name)) return 'wait'
  if (tools.isCommand?.(name) ?? name === 'terminal') return 'command'
  return tools.effectOf?.(name) === 'read' ? 'read' : 'change'
}

const waits =
  /^process(?:_manage)?$|^browser_(?:scroll|press)$|(?:^|_)(?:poll|wait|sleep|await|get_result)$|(?:job|task|run|build|deploy|deployment|process|batch)_status$/
