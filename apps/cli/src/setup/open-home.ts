import { resolve } from 'node:path'
import {
  type ConfigInput,
  type HomePaths,
  type LoadedConfig,
  loadConfig,
  prepareHome,
  requireProfile,
  resolveHome,
} from '@hermes/runtime'
import type { OptionValues } from '../arguments/options.js'
import type { Io } from '../io.js'

export interface HomeOptions {
  readonly io: Io
  readonly values: OptionValues
}

/** The paths of the home that the command line and the environment name. Touches no file. */
export function findHome({ io, values }: HomeOptions): HomePaths {
  return resolveHome(io.env, values.profile === undefined ? {} : { profile: values.profile })
}

/**
 * The same, with its folders, and with a restore that a crash cut short finished.
 * @throws {ConfigError} when the profile does not exist, or the home cannot be used.
 */
export async function findPreparedHome(options: HomeOptions): Promise<HomePaths> {
  const paths = findHome(options)
  if (options.values.profile !== undefined) await requireProfile(paths)
  await prepareHome(paths)
  return paths
}

/** The home, made if need be, with its settings under those of the command line. @throws {ConfigError} */
export async function openHome(options: HomeOptions): Promise<LoadedConfig & { readonly paths: HomePaths }> {
  const paths = await findPreparedHome(options)
  const loaded = await loadConfig({
    paths,
    variables: options.io.env,
    overrides: toOverrides(options.values, options.io.workingDirectory),
  })
  return { ...loaded, paths }
}

/**
 * What the command line says about settings. An address without a provider is one of the user's own; files are those of the
 * folder that the command was started in.
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
    ...(values['max-turns'] !== undefined && { agent: { max_turns: values['max-turns'] } }),
    ...(values.yolo && { approvals: { mode: 'off' } }),
    ...(values.record !== undefined && { recording: resolve(workingDirectory, values.record) }),
    ...(values.replay !== undefined && {
      transport: { use: 'replay', file: resolve(workingDirectory, values.replay) },
    }),
    // Counts for this command, also where the config has others for the terminal.
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
