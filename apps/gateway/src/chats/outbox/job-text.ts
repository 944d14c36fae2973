import type { Job, JobMessage, Run } from '@hermes/scheduler'

/** The text about a run that is sent to a chat. */
export type ChatMessage = Pick<JobMessage, 'id' | 'target' | 'kind' | 'text'> & {
  readonly job: Pick<Job, 'id' | 'name' | 'origin' | 'userId' | 'enters'>
  readonly run: Pick<Run, 'sessionId'>
}

/** The lines around the text of a job. A notice always has the name of its job above it. */
export interface JobFrame {
  /** Whether a result has the name of its job above it. */
  readonly hasName: boolean
  /** Whether the command that explains the run is below it. */
  readonly hasStory: boolean
}

/** Returns the text that a chat gets from a job. */
export function jobText(
  { kind, text, job: { id, name } }: Pick<ChatMessage, 'kind' | 'text' | 'job'>,
  { hasName, hasStory }: JobFrame,
): string {
  const title = kind === 'notice' ? [`⚠️ **${name}**`] : [`⏰ **${name}**`].filter(() => hasName)
  return [...title, text, ...(hasStory ? [`— /cron why ${id}`] : [])].join('\n\n')
}
