import { type ConfigChange, changeBetween } from '../config/live/config-change.js'
import { type MigratedSetting, migrateConfig } from '../config/load/migrate-config.js'
import { type SettledConfig, settleConfig } from '../config/load/settle-config.js'
import type { HomePaths, Variables } from '../home/home-paths.js'
import {
  chatsOfVariables,
  findUnconnectedNetworks,
  type UnconnectedNetwork,
} from '../platforms/unconnected-networks.js'
import { isSection } from '../schema/section.js'
import { type ConfigFinding, checkConfig } from './describe-config.js'

export interface MigratedHome {
  readonly settings: readonly MigratedSetting[]
  /** The chat networks that cannot be added to the settings, because their variables are incomplete. */
  readonly unconnected: readonly UnconnectedNetwork[]
  /** The findings that keep Hermes, one of its servers or a chat network from starting. */
  readonly errors: readonly ConfigFinding[]
  /** What changes for a process that runs with the previous settings; `undefined` if nothing does. */
  readonly change: MigrationChange | undefined
}

/**
 * The change from the previous settings: `repaired` if these were unusable, otherwise the settings that differ and which of
 * them only apply after a restart.
 */
export type MigrationChange = Pick<AppliedChange, 'status' | 'paths' | 'needRestart'> | { readonly status: 'repaired' }

type AppliedChange = Extract<ConfigChange, { readonly status: 'applied' }>

export interface MigrateHomeOptions {
  /** The variables of the process. */
  readonly variables: Variables
  /** Whether to change nothing. Default: false. */
  readonly isDry?: boolean
}

/**
 * Takes over a home of the Hermes Agent in Python: converts `config.yaml` as {@link migrateConfig} does, and adds the chat networks that
 * are configured only by variables.
 * @throws {ConfigError} when a file cannot be read, parsed or written.
 */
export async function migrateHome(
  paths: HomePaths,
  { variables, isDry = false }: MigrateHomeOptions,
): Promise<MigratedHome> {
  const settled = await settleConfig({ paths, variables })
  const platforms = isSection(settled.values.platforms) ? settled.values.platforms : {}
  const networks = await findUnconnectedNetworks({ platforms, variables: settled.variables, paths })
  const complete = networks.filter(({ problems }) => problems.length === 0)
  // Variables of the Python program mean nothing in a home that it did not create.
  const ofPython = settled.remedy ? await chatsOfVariables({ platforms, variables: settled.variables, paths }) : {}
  const found = { ...ofPython, ...Object.fromEntries(complete.map(({ name, settings }) => [name, settings])) }
  const additions = Object.entries(found).flatMap(([name, added]) =>
    Object.entries(added).map(([setting, value]) => ({ path: ['platforms', name, setting], value })),
  )
  const settings = await migrateConfig(paths, { isDry, additions })
  const findings = await checkConfig(paths, variables)
  const after = await settleConfig({ paths, variables })
  return {
    change: changeOf(settled, after),
    settings,
    unconnected: networks.filter((network) => !complete.includes(network)),
    // In a dry run, the file still lacks the networks that would be added.
    errors: findings.filter(({ level, path }) => level === 'error' && !(isDry && isOf(complete, path))),
  }
}

function isOf(networks: readonly UnconnectedNetwork[], path: string): boolean {
  return networks.some(({ name }) => `${path}.`.startsWith(`platforms.${name}.`))
}

function changeOf(before: SettledConfig, after: SettledConfig): MigrationChange | undefined {
  if ('errors' in before.validation) return 'errors' in after.validation ? undefined : { status: 'repaired' }
  if ('errors' in after.validation) return undefined
  const change = changeBetween(
    { config: before.validation.config, variables: before.variables },
    { config: after.validation.config, variables: after.variables },
  )
  return change?.status === 'applied' ? change : undefined
}
