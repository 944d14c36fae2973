import type { GateRequest } from '@hermes/core'
import type { AssessedCall } from '../assess/assessed-call.js'
import { describeArguments } from '../assess/describe-arguments.js'

const reason = 'It changes files.'

/** The assessment in the mode `edits`: an edit that would simply run is asked about. */
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
