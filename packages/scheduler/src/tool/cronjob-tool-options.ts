import type { JobBook } from '../book/job-book.js'

export interface CronjobToolOptions {
  /**
   * Returns the jobs that the agent may see and change in a session. Called by each call of the tool, so that an agent
   * without scheduled jobs does not load them.
   */
  book(sessionId: string): Promise<JobBook>
  /** Returns the time zone of schedules that do not specify one, for the times that the model reads. */
  zone(): string
  /** Returns the root of the conversation of a session, where results are delivered. */
  rootOf(sessionId: string): Promise<string>
}
