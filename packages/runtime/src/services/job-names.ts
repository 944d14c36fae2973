import type { Task } from '@hermes/scheduler'

/**
 * Checks the names that a job or a webhook uses, so that a mistake is found when it is written and not when it is due. Missing scripts are
 * accepted, because they may be written later, and so are missing models on a user's own server.
 */
export interface JobNames {
  /**
   * Checks the names in a task. @throws {HermesError} `schedule/job` for a script that could never run, an unknown provider or
   * toolset, or a misspelled model.
   */
  requireTask(task: Pick<Task, 'script' | 'model' | 'provider' | 'toolsets'>): Promise<void>
  /**
   * Checks a target.
   * @param places The targets that are not chats.
   * @throws {HermesError} `schedule/job` for a chat network that is not set up or switched off, or one without a chat.
   */
  requireTarget(target: string, places?: readonly string[]): Promise<void>
}
