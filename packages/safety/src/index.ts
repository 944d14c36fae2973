// Waiting

export { untilAborted } from './wait/until-aborted.js'
export { withinLimit } from './wait/within-limit.js'
