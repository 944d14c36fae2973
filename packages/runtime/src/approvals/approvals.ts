import type { ApprovalMode } from '@hermes/approval'
import type { Question } from '@hermes/core/questions'
import type { ConfigEdit } from '../config/edit-config.js'

/** Approval settings that people may change while sessions run. Must not be called on behalf of an agent. */
export interface Approvals {
  /** The current mode of a session; without a session, the mode of the config. */
  mode(sessionId?: string): ApprovalMode
  /** Overrides the mode of one session and its delegates until the process ends; `undefined` removes the override. */
  setMode(sessionId: string, mode: ApprovalMode | undefined): void
  /**
   * Allows the reasons of an approval permanently: they are added to `command_allowlist` in the config and apply immediately. Does
   * not answer the question.
   * @throws {ConfigError} when this kind of question cannot be allowed permanently, or the config cannot be written.
   */
  allowForGood(question: Question): Promise<ConfigEdit>
}
