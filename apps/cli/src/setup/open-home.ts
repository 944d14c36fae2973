import { resolve } from 'node:path'
import {
  type ConfigInput,
  type HomePaths,
  type LoadConfigOptions,
  type LoadedConfig,
  loadConfig,
  loadUsableConfig,
  prepareHome,
  resolveHome,
} from '@hermes/runtime'
import type { OptionValues } from '../arguments/options/options.js'
import { type Io, tell } from '../io.js'

export interface HomeOptions {
  readonly io: Io
  readonly values: OptionValues
}

/** Returns the paths of the home selected by the command line and the environment. Does not access files. */
export function findHome({ io, values }: HomeOptions): HomePaths {
  return resolveHome(io.env, values.profile === undefined ? {} : { profile: values.profile })
}

/**
 * Like {@link findHome}, but creates folders and completes an interrupted restore.
 * @throws {ConfigError} when the home cannot be used.
 */
export async function findPreparedHome(options: HomeOptions): Promise<HomePaths> {
  const paths = findHome(options)
  await prepareHome(paths)
  return paths
}

/** Opens the home, created if needed, with settings overridden by the command line. @throws {ConfigError} */
export async function openHome(
  options: HomeOptions,
  load: (options: LoadConfigOptions) => Promise<LoadedConfig> = loadConfig,
): Promise<LoadedConfig & { readonly paths: HomePaths }> {
  const paths = await findPreparedHome(options)
  const loaded = await load({
    paths,
    variables: options.io.env,
    overrides: toOverrides(options.values, options.io.workingDirectory),
    ...filesOf(options.values),
  })
  return { ...loaded, paths }
}

/**
 * Like {@link openHome}, for commands that change no settings: while `config.yaml` is not valid YAML, they use the previous settings, with a warning.
 * @throws {ConfigError} when a setting is invalid, or no previous settings are known.
 */
export async function openUsableHome(options: HomeOptions): ReturnType<typeof openHome> {
  const home = await openHome(options, loadUsableConfig)
  const [warning] = home.warnings
  if (home.copy !== undefined && warning !== undefined) await tell(options.io, warning)
  return home
}

/** Returns which settings files the command line excludes. */
export function filesOf(values: OptionValues): { readonly ignoresFile?: boolean } {
  return values['ignore-user-config'] ? { ignoresFile: true } : {}
}

/**
 * Returns the settings from the command line. An address without a provider belongs to the user's own server. Files are relative to the folder
 * in which the command was started.
 */
export function toOverrides(values: OptionValues, workingDirectory: string): ConfigInput {
  const provider = values.provider ?? (values['base-url'] === undefined ? undefined : 'custom')
  return {
    model: {
      ...(values.model !== undefined && { default: values.model }),
      ...(provider !== undefined && { provider }),
      ...(values['base-url'] !== undefined && { base_url: values['base-url'] }),
      ...(values['api-key'] !== undefined && { api_key: values['api-key'] }),
      ...(values['api-mode'] !== undefined && { api_mode: values['api-mode'] }),
    },
    ...((values['max-turns'] ?? values['run-budget'] ?? values['pass-session-id']) !== undefined && {
      agent: {
        ...(values['pass-session-id'] && { pass_session_id: true }),
        ...(values['max-turns'] !== undefined && { max_turns: values['max-turns'] }),
        ...(values['run-budget'] !== undefined && { run_budget_seconds: values['run-budget'] }),
      },
    }),
    ...(values.checkpoints && { checkpoints: { enabled: true } }),
    ...(values.yolo && { approvals: { mode: 'off' } }),
    ...(values.record !== undefined && { recording: resolve(workingDirectory, values.record) }),
    ...(values.replay !== undefined && {
      transport: { use: 'replay', file: resolve(workingDirectory, values.replay) },
    }),
    // Applies to this command even if the config sets toolsets for the terminal.
    ...(values.toolsets !== undefined && {
      toolsets: toList(values.toolsets),
      platform_toolsets: { cli: toList(values.toolsets) },
    }),
  }
}

function toList(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
}
