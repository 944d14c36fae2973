import type { Conversation, Submission, SubmissionEnd } from '@hermes/conversations'
import { turnEvents } from '../../completions/turn-events.js'
import { runEndOf } from '../output/run-end.js'
import { RunTexts } from '../output/run-texts.js'
import type { RunEnd } from '../record/run-record.js'
import type { RunJournals } from './run-journals.js'

export interface FollowTurnOptions {
  /** The conversation. Absent if this process no longer has it, in which case only the end is known. */
  readonly conversation: Conversation | undefined
  readonly submission: Submission
  /** Whether the client of the run answers questions. */
  readonly answers: boolean
  readonly journals: RunJournals
}

export interface FollowedTurn {
  readonly end: SubmissionEnd
  /** The end to store. `undefined` while another process runs the turn, or will run it. */
  readonly stored: RunEnd | undefined
}

/** Follows the turn of a run that an earlier process accepted, to its end. */
export async function followTurn({
  conversation,
  submission,
  answers,
  journals,
}: FollowTurnOptions): Promise<FollowedTurn> {
  const over = new AbortController()
  const texts = new RunTexts()
  const { signal } = over
  const events = conversation && journals.keep(submission.id, conversation.events({ signal, answers, joins: false }))
  try {
    if (events) for await (const event of turnEvents(events, submission, over)) texts.add(event)
    const end = await submission.ended
    return { end, stored: runEndOf(end, texts) }
  } finally {
    over.abort()
  }
}
