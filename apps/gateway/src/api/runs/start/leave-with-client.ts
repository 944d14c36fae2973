import type { Context } from 'hono'
import type { LiveRun } from './start-run.js'

/** Cancels a run when its client closes the connection. */
export function leaveWithClient(context: Context, { submission }: Pick<LiveRun, 'submission'>): void {
  const { signal } = context.req.raw
  const leave = () => void submission.cancel('The client closed the connection.')
  signal.addEventListener('abort', leave, { once: true })
  void submission.ended.then(() => signal.removeEventListener('abort', leave))
}
