import type { Conversation } from '@hermes/conversations'
import type { Question, QuestionDesk } from '@hermes/core/questions'
import { isAboutAgent } from '@hermes/runtime'
import type { ChatRole } from '../network/known-person.js'

/** An answer that allows a call. */
export interface Consent {
  /** The question that is answered. Absent: the questions that the command `/approve` answers. */
  readonly questionId?: string
  readonly conversation: Pick<Conversation, 'id'>
  readonly role: ChatRole
}

/** Whether only an owner may allow the call, because it changes the settings, keys or state of the agent. */
export function isForOwner({ kind, reasons }: Pick<Question, 'kind' | 'reasons'>): boolean {
  return kind === 'approval' && reasons.some(isAboutAgent)
}

/** Returns why this person may not allow the call, or `undefined` if they may. */
export async function refusalOfConsent(
  { questionId, conversation, role }: Consent,
  desk: Pick<QuestionDesk, 'open'>,
): Promise<string | undefined> {
  if (role === 'owner') return undefined
  if (role === 'guest') return 'Guests cannot allow this.'
  const open = await desk.open({ rootSessionId: conversation.id })
  const answered = open.filter(({ id, kind }) => kind === 'approval' && (questionId ?? id) === id)
  return answered.some(isForOwner) ? onlyOwners : undefined
}

export const onlyOwners = 'Only an owner can allow this: it changes the agent itself.'
