import type { FindingName } from '../finding.js'

/**
 * A finding, and what it looks like in a line of commands or code, whatever language stands around it: the source of a
 * regular expression. All repetitions in it have to be bounded, so that the time of a search grows with the text alone.
 */
export type LinePattern = readonly [FindingName, string]
