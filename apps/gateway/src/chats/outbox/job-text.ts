import type { Job, JobMessage, Run } from '@hermes/scheduler'

/** The text about a run that is sent to a chat. */
export type ChatMessage = Pick<JobMessage, 'id' | 'target' | 'kind' | 'text'> & {
  readonly job: Pick<Job, 'id' | 'name' | 'origin' | 'userId' | 'enters'>
  readonly run: Pick<Run, 'sessionId'>
}

/** What stands around the text of a job. A notice always has the name of its job above it. */
export interface JobFrame {
  /** Whether a result has the name of its job above it. */
  readonly hasName: boolean
  /** Whether the way to its story is below it. */
  readonly hasStory: boolean
}

/** What a chat gets of a job. */
export function jobText(
  { kind, text, job: { id, name } }: Pick<ChatMessage, 'kind' | 'text' | 'job'>,
  { hasName, hasStory }: JobFrame,
): string {
  const title = kind === 'notice' ? [`⚠️ **${name}**`] : [`⏰ **${name}**`].filter(() => hasName)
  return [...title, text, ...(hasStory ? [`— /cron why ${id}`] : [])].join('\n\n')
}
