import { isChosen, type LaneChoice } from '@hermes/core/queue'
import { encodeText } from '../../rows/text.js'

/** Returns a choice as stored, with at most one of the two options: `lanes` then excludes those that are left. */
export function toChoice({ lanes, leaves }: LaneChoice): LaneChoice {
  if (lanes) return { lanes: lanes.filter((lane) => isChosen(lane, { leaves: leaves ?? [] })).map(encodeText) }
  return leaves ? { leaves: leaves.map(encodeText) } : {}
}
