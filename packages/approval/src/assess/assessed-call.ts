import type { AssessContext, Assessment, ContentOrigin, GateRequest } from '@hermes/core'
import { withinLimit } from '@hermes/safety'
import { withSources } from '../provenance/with-sources.js'
import { unknownTool } from '../rules/unknown-tool.js'
import { unsuspicious } from './assessment.js'
import { describeArguments } from './describe-arguments.js'

/** A call with the assessment of its tool. */
export interface AssessedCall extends Assessment {
  /** Exactly what would run, as shown to people. Empty when it need not be shown. */
  readonly subject: string
  /** The untrusted content that the conversation has read, if the call is asked about because of it. */
  readonly untrusted?: readonly ContentOrigin[]
}

const limitMs = 30_000

/**
 * Requests the assessment of the tool. For a tool without one, it follows from `effect`: reading may run, anything else
 * is asked about.
 * @param isOffline Whether the environment of commands has no network.
 */
export async function assessCall(
  { tool, args }: GateRequest,
  context: AssessContext,
  isOffline = false,
): Promise<AssessedCall> {
  const unknown: Assessment =
    tool.effect === 'read' ? unsuspicious : { verdict: 'ask', reasons: [unknownTool(tool.name)] }
  const assessed = tool.assess
    ? await withinLimit(tool.assess(args, context), limitMs, `The assessment of "${tool.name}"`)
    : unknown
  const said = withSources(isOffline ? withoutSending(assessed) : assessed, tool, context.untrusted ?? [])
  if (said.verdict === 'run') return { ...said, subject: said.subject ?? '' }
  const { subject = describeArguments(args), reasons } = said
  // A question without reasons gets its own, so that grants for other reasons do not cover it.
  return { ...said, subject, reasons: reasons.length > 0 ? reasons : [unknownTool(tool.name)] }
}

/** Removes the sending of data, which is impossible in an environment without a network. */
function withoutSending(assessment: Assessment): Assessment {
  const { inEnvironment, outward } = assessment
  if (!inEnvironment || !outward) return assessment
  return { ...assessment, outward: outward.filter(({ kind }) => kind !== 'sends') }
}
