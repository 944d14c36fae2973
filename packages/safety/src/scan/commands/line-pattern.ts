import type { FindingName } from '../finding.js'

/**
 * A finding and the source of its regular expression, which matches within a line of commands or code in any language.
 * All repetitions must be bounded, so that a search takes linear time. The hint is a quick test that every text with a
 * match passes.
 */
export type LinePattern = readonly [name: FindingName, source: string, hint?: RegExp]
