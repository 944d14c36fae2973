import type { Job, JobMessage, Run } from '@hermes/scheduler'

/** The text about a run that is sent to a chat. */
export type ChatMessage = Pick<JobMessage, 'id' | 'target' | 'kind' | 'text'> & {
  readonly job: Pick<Job, 'id' | 'name' | 'origin'>
  readonly run: Pick<Run, 'sessionId'>
}

/**
 * What a chat gets of a job.
 * @param wraps Whether a result has the name of its job above it, and below it how to find its story. A notice always has the name.
 */
export function jobText({ kind, text, job: { id, name } }: Pick<ChatMessage, 'kind' | 'text' | 'job'>, wraps: boolean) {
  if (kind === 'notice') return `⚠️ **${name}**\n\n${text}`
  return wraps ? `⏰ **${name}**\n\n${text}\n\n— /cron why ${id}` : text
}
