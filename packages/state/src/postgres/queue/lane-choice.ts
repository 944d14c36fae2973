import type { LaneChoice } from '@hermes/core/queue'
import { encodeText } from '../../rows/text.js'

/** A condition on the column `lane`, with the parameters of {@link toChoice}. */
export const isChosen = `(@lanes::text[] is null or lane = any(@lanes))
  and not exists (select 1 from unnest(@leaves::text[]) as start where starts_with(lane, start))`

export function toChoice({ lanes, leaves = [] }: LaneChoice) {
  return { lanes: lanes?.map(encodeText) ?? null, leaves: leaves.map(encodeText) }
}
