import { isPatternClass } from '@hermes/approval'
import { ConfigError } from '@hermes/core'
import type { Question } from '@hermes/core/questions'
import { type ConfigEdit, extendConfigList } from '../config/edit/edit-config.js'
import { hostOfReason } from '../environments/network/connection-reason.js'
import type { HomePaths } from '../home/home-paths.js'

/** Whether a request may be allowed permanently. This is limited to known dangers; see `isPatternClass`. */
export function canAllowForGood({ kind, reasons }: Pick<Question, 'kind' | 'reasons'>): boolean {
  return (
    kind === 'approval' &&
    reasons.length > 0 &&
    (reasons.every(isPatternClass) || hostsIn(reasons).length === reasons.length)
  )
}

/**
 * Adds the reasons of an approval to `command_allowlist`, keeping comments and order. Calls that are flagged for no other reason then run
 * without a question in all sessions. The host in a question about a host is added to `terminal.sandbox_hosts`.
 * @throws {ConfigError} when this kind of question cannot be allowed permanently, or the config cannot be written.
 */
export async function allowForGood(paths: HomePaths, question: Question): Promise<ConfigEdit> {
  if (!canAllowForGood(question)) {
    throw new ConfigError(
      'command_allowlist',
      'This cannot be allowed permanently, only once or for the session: it is not a known kind of command.',
    )
  }
  const hosts = hostsIn(question.reasons)
  return hosts.length > 0
    ? extendConfigList(paths, 'terminal.sandbox_hosts', hosts)
    : extendConfigList(paths, 'command_allowlist', question.reasons)
}

function hostsIn(reasons: readonly string[]): readonly string[] {
  return reasons.flatMap((reason) => hostOfReason(reason) ?? [])
}
