import type { GateRequest } from '@hermes/core'
import type { AssessedCall } from '../assess/assessed-call.js'
import { describeArguments } from '../assess/describe-arguments.js'

const reason = 'It changes files.'

/** Returns the assessment in `edits` mode, which asks about an edit that would otherwise simply run. */
export function askedAboutEdits({ tool, args }: GateRequest, call: AssessedCall): AssessedCall {
  if (tool.kind !== 'edit' || call.verdict !== 'run') return call
  return {
    ...call,
    verdict: 'ask',
    reasons: [reason],
    subject: call.subject === '' ? describeArguments(args) : call.subject,
    consent: { text: 'changes of files that need no other approval', keys: [reason] },
  }
}
