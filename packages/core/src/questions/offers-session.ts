import type { Question } from '../contracts/sessions/question.js'

/**
 * Whether an approval may be allowed for a session. If every call requires its own approval, only `once` has an effect.
 */
export function offersSession({ kind, choices }: Pick<Question, 'kind' | 'choices'>): boolean {
  return kind === 'approval' && choices.includes('session')
}
