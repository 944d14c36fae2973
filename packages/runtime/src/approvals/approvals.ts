import type { ApprovalMode } from '@hermes/approval'
import type { Question } from '@hermes/core/questions'
import type { ConfigEdit } from '../config/edit-config.js'

/** What people may change about approvals while sessions run. Never to be called for an agent. */
export interface Approvals {
  /** The mode that a session has now; without one, that of the config. */
  mode(sessionId?: string): ApprovalMode
  /** Gives one session, with its delegates, a mode of its own until the process ends; `undefined` takes it back. */
  setMode(sessionId: string, mode: ApprovalMode | undefined): void
  /**
   * Allows for good what an approval was asked for: its reasons join `command_allowlist` of the config, and count from now
   * on. Answer the question as well.
   * @throws {ConfigError} where this kind of question cannot be allowed for good, or the config cannot be written.
   */
  allowForGood(question: Question): Promise<ConfigEdit>
}
