import { ConfigError, HermesError } from '@hermes/core'
import { isStartedByAgent } from '@hermes/environments'
import { ensureHome, type HomePaths } from '@hermes/runtime'
import { installedService, serviceFor } from './find-service.js'
import { describeInstallation, installService, type ServiceIo, uninstallService } from './install-service.js'
import { makePlan, type PlanInput } from './make-plan.js'
import { manageInstalled } from './manage-installed.js'
import { manageProcesses } from './manage-processes.js'
import { claimHome } from './running/claim-home.js'
import { listGateways, type RunningGateway } from './running/running-gateways.js'
import { startGateway } from './running/start-gateway.js'
import type { ServiceCommand } from './service-command.js'
import type { ServiceContext } from './service-context.js'
import { writeGateways, writeStatus } from './show-gateways.js'

/** Runs `hermes gateway start|stop|restart|upgrade|status|list|install|uninstall`. Resolves to the exit code. */
export async function manageService(command: ServiceCommand, context: ServiceContext): Promise<number> {
  const { paths, io } = context
  const { env } = io
  const print = (line: string) => void io.stdout.write(`${line}\n`)
  if (command.name === 'list') return writeGateways(await listGateways(env), { print, json: command.json })
  if (command.name === 'status') {
    const { own, serving } = await gatewaysOf(paths, env)
    const service = await installedService(inputOf(context))
    return writeStatus({ running: [...own, ...serving], home: paths.home, service }, { env, print, json: command.json })
  }
  if ('isDry' in command && command.isDry) return changeService(command, context)
  refuseAgent(env)
  await using _claim = await claimHome(paths.home, { env, print })
  return await changeService(command, context)
}

type Change = Exclude<ServiceCommand, { readonly name: 'status' | 'list' }>

async function changeService(command: Change, context: ServiceContext): Promise<number> {
  const { paths, io, address } = context
  const { env } = io
  const print = (line: string) => void io.stdout.write(`${line}\n`)
  const input = inputOf(context)
  const isDry = 'isDry' in command && command.isDry
  const { own, serving } = await gatewaysOf(paths, env)
  if (command.name === 'install') {
    const account = command.isSystem ? accountOf(command.runAs, env) : undefined
    const service = await serviceFor({ ...input, readsSettings: true, ...(account !== undefined && { account }) })
    if (command.isDry) print(describeInstallation(service))
    else {
      await installService(service, { env, print })
      print(own.length > 0 ? 'To apply it: hermes gateway restart' : 'To start it: hermes gateway start')
    }
    return 0
  }
  if (own.length === 0 && serving[0] && !isDry) throw servedElsewhere(serving[0])
  const start = (program: readonly string[], limitMs?: number) => startProcess({ paths, io, program }, limitMs)
  if (command.name === 'upgrade') {
    const { upgradeCommand } = await import('./upgrade/upgrade-command.js')
    return upgradeCommand({ ...context, start }, command.json)
  }
  const service = await installedService(input)
  if (command.name === 'uninstall') {
    if (command.isDry) print(service ? `# would remove ${service.file}` : '# nothing is installed')
    else if (!service || !(await uninstallService(service, { env, print }))) print('No service is installed.')
    return 0
  }
  if (service) return manageInstalled(command.name, { service, running: own, address, env, print })
  const startWith = (address: readonly string[]) => start([...context.program, 'run', ...address])
  return manageProcesses(command.name, { running: own, address, start: startWith, env, print })
}

function inputOf({ paths, program, address, io }: ServiceContext): PlanInput {
  return { paths, program: [...program, 'run', ...address], env: io.env }
}

/** Returns the gateways of a home, including those of other profiles that serve it as well. */
async function gatewaysOf({ home }: HomePaths, env: ServiceIo['env']) {
  const running = await listGateways(env)
  return {
    own: running.filter((gateway) => gateway.home === home),
    serving: running.filter(({ others = [] }) => others.some((other) => other.home === home)),
  }
}

async function startProcess(
  { paths, io, program }: Omit<ServiceContext, 'address'>,
  limitMs?: number,
): Promise<RunningGateway> {
  await ensureHome(paths)
  const { logFile } = await makePlan({ paths, program, env: io.env })
  const env = { ...io.env, HERMES_HOME: paths.home }
  const { workingDirectory } = io
  const limit = limitMs === undefined ? {} : { limitMs }
  return startGateway(program, { env, home: paths.home, workingDirectory, logFile, ...limit })
}

function servedElsewhere({ profile, pid }: RunningGateway): HermesError {
  return new HermesError(
    'gateway/service',
    `The gateway of the profile "${profile}" (process ${pid}) serves this profile as well: manage it with \`-p ${profile}\`, or unset gateway.multiplex_profiles there.`,
  )
}

/** A turn that stopped its own gateway would be cut off. The next gateway would continue it, and it would stop that one too. */
function refuseAgent(env: ServiceIo['env']): void {
  if (!isStartedByAgent(env)) return
  throw new HermesError(
    'gateway/service',
    'A command of the agent cannot start, stop or install gateways: the owner does this in a terminal.',
  )
}

function accountOf(runAs: string | undefined, { SUDO_USER: caller }: ServiceIo['env']): string {
  const account = runAs ?? caller
  if (account !== undefined && account !== '') return account
  throw new ConfigError('', 'A service of the system needs an account: name it with --run-as.')
}
