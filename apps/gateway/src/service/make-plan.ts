import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { HermesError } from '@hermes/core'
import { type HomePaths, loadConfig, profileOf, resolveHome } from '@hermes/runtime'
import { exists } from '@hermes/safety/files'
import { runProgram } from './run-program.js'
import type { ServicePlan } from './service-plan.js'

export interface PlanInput {
  readonly paths: HomePaths
  /** The gateway's program with the arguments for its service. */
  readonly program: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** The user that a service of the system runs as. Default: a service of the current user. */
  readonly account?: string
  /** Whether to read the settings, for a definition that is written. Otherwise they need not be valid. */
  readonly readsSettings?: boolean
}

/**
 * Creates the plan of a service.
 * @throws {HermesError} if the account does not exist, or a definition would be written for one without a home folder,
 *   {@link ConfigError} if the settings are needed and invalid.
 */
export async function makePlan({
  paths,
  program,
  env,
  account,
  readsSettings = false,
}: PlanInput): Promise<ServicePlan> {
  const folder = account === undefined ? userFolder(env) : await folderOf(account, env)
  if (account !== undefined && readsSettings && !(await exists(folder))) throw withoutFolder(account, folder)
  const own = account === undefined || env.HERMES_HOME ? paths : resolveHome({ ...env, HOME: folder })
  const { home, logs } = own
  const profile = profileOf(own)
  const settings = readsSettings ? (await loadConfig({ paths: own, variables: env })).config : undefined
  return {
    name: serviceName(home, resolveHome({ ...env, HERMES_HOME: undefined, HOME: folder }).home),
    description: `Hermes gateway (${profile === 'default' ? home : `profile ${profile}`})`,
    program,
    home,
    workingDirectory: folder,
    searchPath: env.PATH ?? '/usr/local/bin:/usr/bin:/bin',
    logFile: join(logs, 'gateway.log'),
    ...(account !== undefined && { account }),
    ...(settings && {
      watchdogSeconds: settings.gateway.systemd_watchdog_seconds,
      drainSeconds: settings.agent.restart_drain_timeout,
    }),
  }
}

/** Returns the home folder of the user, not of the agent. */
export function userFolder({ HOME, USERPROFILE }: PlanInput['env']): string {
  const folder = HOME || USERPROFILE
  if (folder) return folder
  throw new HermesError('gateway/service', 'The variable HOME is not set: set it to your home folder.')
}

/** Returns the name of a home's service. Different homes have different names. */
export function serviceName(home: string, usualHome: string): string {
  const name = 'hermes-gateway'
  if (home === usualHome) return name
  if (dirname(home) === join(usualHome, 'profiles')) return `${name}-${profileOf({ home })}`
  return `${name}-${createHash('sha256').update(home).digest('hex').slice(0, 8)}`
}

async function folderOf(account: string, env: PlanInput['env']): Promise<string> {
  // A shell knows the accounts of every system. The name is checked, because it would be expanded.
  const isName = /^[a-z_][\w.-]*$/i.test(account)
  const { output } = isName ? await runProgram(['sh', '-c', `printf %s ~${account}`], env) : { output: '' }
  if (output.startsWith('/')) return output
  throw new HermesError('gateway/service', `There is no account "${account}": name one with --run-as.`)
}

function withoutFolder(account: string, folder: string): HermesError {
  return new HermesError(
    'gateway/service',
    `The home folder of the account "${account}" does not exist: create ${folder}, or name another account with --run-as.`,
  )
}
