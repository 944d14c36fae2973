import { isPatternClass } from '@hermes/approval'
import { ConfigError } from '@hermes/core'
import type { Question } from '@hermes/core/questions'
import { type ConfigEdit, extendConfigList } from '../config/edit-config.js'
import type { HomePaths } from '../home/home-paths.js'

/** Whether what was asked for may be allowed for good: known dangers only, see `isPatternClass`. */
export function canAllowForGood({ kind, reasons }: Pick<Question, 'kind' | 'reasons'>): boolean {
  return kind === 'approval' && reasons.length > 0 && reasons.every(isPatternClass)
}

/**
 * Adds the reasons of an approval to `command_allowlist`, comments and order kept: calls that are flagged for nothing else run
 * without a question in every session to come.
 * @throws {ConfigError} where this kind of question cannot be allowed for good, or the config cannot be written.
 */
export async function allowForGood(paths: HomePaths, question: Question): Promise<ConfigEdit> {
  if (!canAllowForGood(question)) {
    throw new ConfigError(
      'command_allowlist',
      'This cannot be allowed for good, only once or for the session: it is no known kind of command.',
    )
  }
  return extendConfigList(paths, 'command_allowlist', question.reasons)
}
