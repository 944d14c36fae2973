import type { AssessContext, Assessment, GateRequest } from '@hermes/core'
import { withinLimit } from '@hermes/safety'
import { unknownTool } from '../rules/unknown-tool.js'
import { unsuspicious } from './assessment.js'
import { describeArguments } from './describe-arguments.js'

/** A call with what its tool says that it would do. */
export interface AssessedCall extends Assessment {
  /** Exactly what would run, as the person is to see it. Empty where nobody needs to see it. */
  readonly subject: string
}

const limitMs = 30_000

/** Asks the tool. What a tool does not say follows from its `effect`: reading may run, anything else is asked about. */
export async function assessCall({ tool, args }: GateRequest, context: AssessContext): Promise<AssessedCall> {
  const unknown: Assessment =
    tool.effect === 'read' ? unsuspicious : { verdict: 'ask', reasons: [unknownTool(tool.name)] }
  const said = tool.assess
    ? await withinLimit(tool.assess(args, context), limitMs, `The assessment of "${tool.name}"`)
    : unknown
  if (said.verdict === 'run') return { ...said, subject: said.subject ?? '' }
  const { subject = describeArguments(args), reasons } = said
  // What was allowed for other reasons would cover a question without any.
  return { ...said, subject, reasons: reasons.length > 0 ? reasons : [unknownTool(tool.name)] }
}
