import type { PermissionOption } from '@agentclientprotocol/sdk/unstable'
import type { ApprovalDecision } from '@hermes/core'
import { offersSession, type Question } from '@hermes/core/questions'

/** Returns what an editor offers for an approval. */
export function permissionOptions(question: Question, canAllowForGood: boolean): PermissionOption[] {
  const { sessionScope } = question
  const scope = sessionScope === undefined ? '' : ` (${sessionScope})`
  return [
    { optionId: 'once', kind: 'allow_once', name: 'Allow once' },
    ...(offersSession(question)
      ? [{ optionId: 'session', kind: 'allow_always', name: `Allow for this session${scope}` } as const]
      : []),
    ...(canAllowForGood ? [{ optionId: 'always', kind: 'allow_always', name: 'Always allow' } as const] : []),
    { optionId: 'deny', kind: 'reject_once', name: 'Reject' },
  ]
}

/** Returns the suggested answers to a question, identified by their index. */
export function choiceOptions(choices: readonly string[]): PermissionOption[] {
  return [
    ...choices.map((name, index) => ({ optionId: String(index), kind: 'allow_once' as const, name })),
    { optionId: 'none', kind: 'reject_once', name: 'No answer' },
  ]
}

/** Converts the chosen option. An option that was not offered denies. */
export function toDecision(optionId: string): ApprovalDecision {
  return optionId === 'once' || optionId === 'session' || optionId === 'always'
    ? { decision: optionId }
    : { decision: 'deny' }
}
