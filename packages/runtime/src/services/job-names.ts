import type { Task } from '@hermes/scheduler'

/**
 * What a job or a webhook may name, so that a mistake is found when it is written and not when it is due. Scripts may be written later, and
 * model servers have models of their own, so these are not checked.
 */
export interface JobNames {
  /** @throws {HermesError} `schedule/job` for a script that could never run, or an unknown provider or toolset. */
  requireTask(task: Pick<Task, 'script' | 'provider' | 'toolsets'>): void
  /**
   * @param places The targets that are no chats.
   * @throws {HermesError} `schedule/job` for a chat network that is not set up or switched off, or one without a chat.
   */
  requireTarget(target: string, places?: readonly string[]): Promise<void>
}
