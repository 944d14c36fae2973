/** A job that was paused because it failed too often. */
export interface PausedJob {
  readonly jobId: string
  /** Number of consecutive failures. */
  readonly failures: number
}

/** Formats what the targets of a job receive with the failure that pauses it. */
export type PausedText = (job: PausedJob) => string

export const usualPausedText: PausedText = ({ failures }) =>
  `It has failed ${failures} times in a row and is paused now: resume it when the cause is mended.`
