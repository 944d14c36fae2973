export { isRecord, untilAborted } from '@hermes/core/wiring'

// Values

export { type AsyncCache, createAsyncCache } from './values/async-cache.js'
export { type BoundedMap, createBoundedMap } from './values/bounded-map.js'
export { type Cleanup, createCleanup } from './values/cleanup.js'
export { lazily } from './values/lazily.js'
export { loadOnce } from './values/load-once.js'

// Errors

export { codeOf } from './errors/code-of.js'
export { isMissing } from './errors/is-missing.js'

// Texts

export { carriesData } from './text/carries-data.js'
export { maskUrl } from './text/mask-url.js'
export { type NearestOptions, nearestNames } from './text/nearest-names.js'
export { oneLine } from './text/one-line.js'
export {
  describeProcessReport,
  describeProcessReports,
  formatProcessReports,
  isWake,
  processReportsIn,
  wakeHeading,
} from './text/process-reports.js'
export { readVerdict, type Verdict } from './text/read-verdict.js'
export { shellQuote } from './text/shell-quote.js'
export { shortPath } from './text/short-path.js'
export { stripAnsi, withoutControls, withoutSequences } from './text/strip-ansi.js'
export { withoutCredentials } from './text/without-credentials.js'

// Waiting

export { type SkillMessage, toSkillMessage, typedText } from './text/skill-message.js'
export { atOnce, inSlices, type Steps } from './wait/in-slices.js'
export { createTimeLimit, type TimeLimit } from './wait/time-limit.js'
export { withinLimit } from './wait/within-limit.js'
