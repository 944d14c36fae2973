import type { Assessment, ContentOrigin, OutwardEffect, Tool } from '@hermes/core'
import { originKey } from '@hermes/core/origins'
import { describeSources } from './describe-sources.js'

/**
 * Assesses a call in a conversation that has read untrusted content: effects beyond the conversation are asked about,
 * with the sources named. An answer for the session covers the same effects as long as no other source is read.
 */
export function withSources(
  assessment: Assessment,
  tool: Pick<Tool, 'name' | 'effect'>,
  sources: readonly ContentOrigin[],
): Assessment & { readonly untrusted?: readonly ContentOrigin[] } {
  const { verdict, reasons, findings = [], consent, outward = unknownEffects(tool) } = assessment
  if (sources.length === 0 || outward.length === 0 || verdict === 'refuse') return assessment
  const read = describeSources(sources)
  const doubts = [...new Set(outward.map(({ does }) => does))].map(
    (does) => `After reading ${read}, it wants to ${does}.`,
  )
  const before = verdict === 'ask' ? (consent ?? { text: reasons.join(' '), keys: reasons }) : undefined
  const wish = [...new Set(outward.map(({ does }) => does))].join('; ')
  return {
    ...assessment,
    verdict: 'ask',
    reasons: [...doubts, ...reasons],
    findings: [...doubts.map((reason) => ({ reason })), ...findings],
    consent: {
      text: [before?.text ?? [], `${wish}, as long as nothing else is read`].flat().join('; '),
      keys: [...(before?.keys ?? []), ...keysOf(outward, sources)],
    },
    untrusted: sources,
  }
}

function keysOf(effects: readonly OutwardEffect[], sources: readonly ContentOrigin[]): readonly string[] {
  return effects.flatMap(({ kind, does }) => sources.map((source) => JSON.stringify([kind, does, originKey(source)])))
}

/**
 * Returns the effects of a tool that does not declare what it does beyond the conversation: anything, unless it only
 * reads.
 */
function unknownEffects({ name, effect }: Pick<Tool, 'name' | 'effect'>): readonly OutwardEffect[] {
  return effect === 'read' ? [] : [{ kind: 'sends', does: `run "${name}", which may send data or change something` }]
}
