import type { JsonValue } from '@hermes/core'
import * as z from 'zod'

/** How far a conversation has been reviewed. */
export interface ReviewProgress {
  /** Number of finished turns since the last review was requested. */
  readonly turns: number
  /** The id of the last message that a review was requested for. Absent before the first review. */
  readonly reviewedTo?: number
  /** When the latest turn ended, in milliseconds since 1970. 0 if unknown. */
  readonly latestAtMs: number
  /** The person whose memory the latest turn used. Absent for the owner. */
  readonly person?: string
}

/** A finished turn. */
export interface CountedTurn {
  readonly atMs: number
  readonly person: string | undefined
}

const stored = z.object({
  turns: z.number(),
  reviewedTo: z.number().exactOptional(),
  latestAtMs: z.number(),
  person: z.string().exactOptional(),
})

const none: ReviewProgress = { turns: 0, latestAtMs: 0 }

/**
 * Reads the stored progress.
 * @param interval Earlier versions stored the number of all turns, and reviewed at multiples of the interval.
 */
export function readProgress(value: JsonValue | undefined, interval: number): ReviewProgress {
  if (typeof value === 'number') return { ...none, turns: value % interval }
  return stored.safeParse(value).data ?? none
}

export function withTurn(progress: ReviewProgress, { atMs, person }: CountedTurn): ReviewProgress {
  const { person: _, ...kept } = progress
  return { ...kept, turns: progress.turns + 1, latestAtMs: atMs, ...(person !== undefined && { person }) }
}

/**
 * Returns the progress after a review of this many turns, up to this message, was requested. Turns that have ended
 * since stay counted.
 */
export function withReview(progress: ReviewProgress, turns: number, reviewedTo: number): ReviewProgress {
  return {
    ...progress,
    turns: Math.max(0, progress.turns - turns),
    reviewedTo: Math.max(reviewedTo, progress.reviewedTo ?? 0),
  }
}
