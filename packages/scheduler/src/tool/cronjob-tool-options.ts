import type { JobBook } from '../book/job-book.js'

export interface CronjobToolOptions {
  /** Called by the first call of the tool, so that an agent without scheduled jobs does not load them. */
  book(): Promise<JobBook>
  /** For the times that the model reads. */
  zone(): string
  /** The root of the conversation of a session: results are delivered there. */
  rootOf(sessionId: string): Promise<string>
}
