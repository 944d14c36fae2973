import type { Task } from '@hermes/scheduler'

/**
 * What a job or a webhook may name, so that a mistake is found when it is written and not when it is due. Scripts may be written later, so
 * their absence is no mistake, and neither is that of a model on a server of the user.
 */
export interface JobNames {
  /** @throws {HermesError} `schedule/job` for a script that could never run, an unknown provider or toolset, or a misspelt model. */
  requireTask(task: Pick<Task, 'script' | 'model' | 'provider' | 'toolsets'>): Promise<void>
  /**
   * @param places The targets that are no chats.
   * @throws {HermesError} `schedule/job` for a chat network that is not set up or switched off, or one without a chat.
   */
  requireTarget(target: string, places?: readonly string[]): Promise<void>
}
