import type { Question } from '../contracts/sessions/question.js'
import type { OpenQuestion } from './open-question.js'

/** Waits until a question has ended. Once the signal is aborted, rejects with its reason and withdraws the question. */
export function waitForEnd(open: OpenQuestion, signal: AbortSignal): Promise<Question> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      void open.withdraw()
      reject(signal.reason)
    }
    const stay = () => signal.removeEventListener('abort', leave)
    signal.addEventListener('abort', leave, { once: true })
    open.ended.then(resolve, reject).finally(stay)
    if (signal.aborted) leave()
  })
}
