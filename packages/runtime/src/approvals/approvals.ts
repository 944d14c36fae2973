import type { ApprovalMode } from '@hermes/approval'
import type { ContentOrigin } from '@hermes/core'
import type { Question } from '@hermes/core/questions'
import type { ConfigEdit } from '../config/edit/edit-config.js'
import type { StoredGrant } from './stored-grants.js'

/** Approval settings that people may change while sessions run. Must not be called on behalf of an agent. */
export interface Approvals {
  /** Returns the current mode of a session; without a session, the mode of the config. */
  mode(sessionId?: string): ApprovalMode
  /** Overrides the mode of one session and its delegates until the process ends; `undefined` removes the override. */
  setMode(sessionId: string, mode: ApprovalMode | undefined): void
  /**
   * Allows the reasons of an approval permanently: they are added to `command_allowlist` in the config and apply immediately. Does not
   * answer the question.
   * @throws {ConfigError} when this kind of question cannot be allowed permanently, or the config cannot be written.
   */
  allowForGood(question: Question): Promise<ConfigEdit>
  /**
   * Whether a command line that a person typed may run in the environment. The person is not asked about it. Commands on `approvals.deny`
   * and those that never run are refused.
   */
  mayRunOwn(command: string): Promise<boolean>
  /** Returns what people have allowed for the rest of a session and still applies with the current settings, oldest first. */
  granted(sessionId: string): Promise<readonly StoredGrant[]>
  /** Forgets what was allowed for the rest of a session. @returns how many grants were forgotten. */
  askAgain(sessionId: string): Promise<number>
  /** Whether the config names a source of content as trusted. */
  isTrusted(origin: ContentOrigin): boolean
  /**
   * Trusts a source in all conversations: it is added to `approvals.untrusted.trusted` in the config and applies immediately.
   * @throws {ConfigError} when the name is empty, or the config cannot be written.
   */
  trustForGood(name: string): Promise<ConfigEdit>
}
