import type { JobBook } from '../book/job-book.js'

export interface CronjobToolOptions {
  /** The jobs that the agent may see and change in a session. Called by each call of the tool, so that an agent without scheduled jobs does not load them. */
  book(sessionId: string): Promise<JobBook>
  /** Of schedules that name none, for the times that the model reads. */
  zone(): string
  /** The root of the conversation of a session: results are delivered there. */
  rootOf(sessionId: string): Promise<string>
}
