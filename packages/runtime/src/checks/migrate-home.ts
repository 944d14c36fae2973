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
  /** The chat networks whose variables do not suffice to add them to the settings. */
  readonly unconnected: readonly UnconnectedNetwork[]
  /** What keeps Hermes, one of its servers or a chat network from starting. */
  readonly errors: readonly ConfigFinding[]
  /** What changes for a process that runs with the settings of before; `undefined` if nothing does. */
  readonly change: MigrationChange | undefined
}

/** The settings of before could not be used: `repaired`. Otherwise those that differ, and of these the ones that only apply after a restart. */
export type MigrationChange = Pick<AppliedChange, 'status' | 'paths' | 'needRestart'> | { readonly status: 'repaired' }

type AppliedChange = Extract<ConfigChange, { readonly status: 'applied' }>

export interface MigrateHomeOptions {
  /** The process's variables. */
  readonly variables: Variables
  /** Changes nothing. Default false. */
  readonly isDry?: boolean
}

/**
 * Takes over a home of the Hermes Agent in Python: converts `config.yaml` as {@link migrateConfig} does, and adds the chat networks that
 * only variables set up there.
 * @throws {ConfigError} when a file cannot be read or parsed, or not be written.
 */
export async function migrateHome(
  paths: HomePaths,
  { variables, isDry = false }: MigrateHomeOptions,
): Promise<MigratedHome> {
  const settled = await settleConfig({ paths, variables })
  const platforms = isSection(settled.values.platforms) ? settled.values.platforms : {}
  const networks = await findUnconnectedNetworks({ platforms, variables: settled.variables, paths })
  const complete = networks.filter(({ problems }) => problems.length === 0)
  // Variables of that program mean nothing in a home that it did not have.
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
    // Before the change, the file still lacks what is added.
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
