import type { SessionId, SessionStore } from '@hermes/core'
import { claimConversation } from '@hermes/core/sessions'
import { storedReply } from '../stored/stored-reply.js'
import type { InputLane } from './input/input-lane.js'
import type { OpenSubmission } from './input/submission.js'
import { toError } from './input/to-error.js'

export interface DuplicateOptions {
  readonly store: SessionStore
  readonly id: SessionId
  readonly lane: Pick<InputLane, 'find'>
}

/** Ends a submission whose id was used before, with the answer to the first one. Waits for that while its turn runs. */
export async function tellDuplicate(submission: OpenSubmission, options: DuplicateOptions): Promise<void> {
  submission.accept({ as: 'duplicate' })
  try {
    const reply = await replyTo(submission.id, options)
    submission.end({ status: 'duplicate', ...(reply !== undefined && { reply }) })
  } catch (error) {
    submission.end({ status: 'failed', error: toError(error) })
  }
}

async function replyTo(inputId: string, { store, id, lane }: DuplicateOptions): Promise<string | undefined> {
  const first = lane.find(inputId)
  if (!first) return (await storedReply(store, id, inputId)) ?? replyOfOthers(inputId, { store, id })
  const end = await first.ended
  return end.status === 'turn' && 'text' in end.result.outcome ? end.result.finalResponse : undefined
}

/** The answer of another process, which may still be writing it. */
async function replyOfOthers(
  inputId: string,
  { store, id }: Pick<DuplicateOptions, 'store' | 'id'>,
): Promise<string | undefined> {
  await using _claim = await claimConversation(store, id, { signal: new AbortController().signal })
  return storedReply(store, id, inputId)
}
