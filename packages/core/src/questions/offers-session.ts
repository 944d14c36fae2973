import type { Question } from '../contracts/sessions/question.js'

/** Whether an approval may be allowed for a session. Where each call is asked about, only `once` has an effect. */
export function offersSession({ kind, choices }: Pick<Question, 'kind' | 'choices'>): boolean {
  return kind === 'approval' && choices.includes('session')
}
