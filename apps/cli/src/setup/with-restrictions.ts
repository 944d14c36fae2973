import { type ConfigInput, type HomePaths, loadUsableConfig } from '@hermes/runtime'
import type { OptionValues } from '../arguments/options/options.js'
import type { Io } from '../io.js'
import { filesOf } from './open-home.js'

/** Features with text that others wrote for the agent, or the agent for itself. */
const restrictedFeatures = ['project-files', 'memory', 'skills'] as const

/**
 * Returns the settings of a command line with `--ignore-rules` or `--safe-mode`. Features that the config disables stay disabled.
 * @throws {ConfigError} when the config is invalid.
 */
export async function withRestrictions(
  overrides: ConfigInput,
  { values, io, paths }: { readonly values: OptionValues; readonly io: Pick<Io, 'env'>; readonly paths: HomePaths },
): Promise<ConfigInput> {
  const isSafe = values['safe-mode'] === true
  if (!isSafe && !values['ignore-rules']) return overrides
  const { config } = await loadUsableConfig({ paths, variables: io.env, ...filesOf(values) })
  const off = [...config.disabled_features, ...restrictedFeatures, ...(isSafe ? (['mcp', 'shell-hooks'] as const) : [])]
  return {
    ...overrides,
    context_file_max_chars: 0,
    disabled_features: [...new Set(off)],
    ...(isSafe && { plugins: [], installed_plugins: { enabled: [] } }),
  }
}
