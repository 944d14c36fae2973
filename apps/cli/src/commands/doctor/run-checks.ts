import { ConfigError } from '@hermes/core'
import { type LoadedConfig, loadConfig } from '@hermes/runtime'
import { findHome, type HomeOptions } from '../../setup/open-home.js'
import type { Check, CheckContext, CheckResult } from './check.js'

/** Runs all checks. Changes nothing. */
export async function runChecks(
  checks: readonly Check[],
  options: Omit<CheckContext, 'loaded'>,
): Promise<readonly CheckResult[]> {
  const context = { ...options, loaded: await loadIfPossible(options) }
  return Promise.all(
    checks.map(async ({ name, title, look }) => ({ name, title: options.t.of(title), ...(await look(context)) })),
  )
}

async function loadIfPossible(options: HomeOptions): Promise<LoadedConfig | undefined> {
  try {
    return await loadConfig({ paths: findHome(options), variables: options.io.env })
  } catch (error) {
    if (ConfigError.is(error)) return undefined
    throw error
  }
}
