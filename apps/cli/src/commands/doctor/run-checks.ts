import { ConfigError, describeError } from '@hermes/core'
import { type LoadedConfig, loadConfig } from '@hermes/runtime'
import { findHome, type HomeOptions } from '../../setup/open-home.js'
import type { Check, CheckContext, CheckResult, Finding } from './check.js'

/** Runs all checks. Changes nothing. */
export async function runChecks(
  checks: readonly Check[],
  options: Omit<CheckContext, 'loaded'>,
): Promise<readonly CheckResult[]> {
  const context = { ...options, loaded: await loadIfPossible(options) }
  return Promise.all(
    checks.map(async (check) => ({
      name: check.name,
      title: options.t.of(check.title),
      ...(await findingOf(check, context)),
    })),
  )
}

/** Turns a check that throws into a finding, so that the others are still shown: they may report the cause. */
async function findingOf({ look }: Check, context: CheckContext): Promise<Finding> {
  try {
    return await look(context)
  } catch (error) {
    return { level: 'error', text: context.t`the check failed: ${describeError(error)}` }
  }
}

async function loadIfPossible(options: HomeOptions): Promise<LoadedConfig | undefined> {
  try {
    return await loadConfig({ paths: findHome(options), variables: options.io.env })
  } catch (error) {
    if (ConfigError.is(error)) return undefined
    throw error
  }
}
