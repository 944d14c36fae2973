import { isChosen, type LaneChoice } from '@hermes/core/queue'
import { encodeText } from '../../rows/text.js'

/** As it is stored, and at most one of the two: with `lanes`, those that are left are not among them. */
export function toChoice({ lanes, leaves }: LaneChoice): LaneChoice {
  if (lanes) return { lanes: lanes.filter((lane) => isChosen(lane, { leaves: leaves ?? [] })).map(encodeText) }
  return leaves ? { leaves: leaves.map(encodeText) } : {}
}
