import { HermesError } from '@hermes/core'
import { runSteps, type ServiceIo } from './install-service.js'
import { stopGateways } from './manage-processes.js'
import type { Service } from './managers/service.js'
import { runProgram } from './run-program.js'
import type { RunningGateway } from './running/running-gateways.js'

export interface InstalledOptions extends ServiceIo {
  readonly service: Service
  /** The gateways of the home. */
  readonly running: readonly RunningGateway[]
  /** The options of `run` that the caller gave. */
  readonly address: readonly string[]
}

/**
 * Manages the gateway of a home with an installed service, which its manager starts and stops. Other processes of the home are stopped with it, because
 * they have its port and serve its chats. Resolves to the exit code.
 * @throws {HermesError} if options were given, because the definition contains them.
 */
export async function manageInstalled(
  action: 'start' | 'stop' | 'restart',
  { service, running, address, env, print }: InstalledOptions,
): Promise<number> {
  if (address.length > 0) {
    throw new HermesError(
      'gateway/service',
      `${service.name} starts with the options that \`install\` has written: use \`hermes gateway install ${address.join(' ')}\`, then \`hermes gateway restart\`.`,
    )
  }
  const others = await outsideOf(service, running, env)
  if (action === 'start' && others[0]) {
    const { pid, url } = others[0]
    print(`The gateway runs already: process ${pid}, ${url}. For ${service.name} in its place: hermes gateway restart`)
    return 0
  }
  if (action === 'stop') await runSteps(service.stop, env)
  await stopGateways(others, { env, print })
  if (action !== 'stop') await runSteps(service[action], env)
  print(`${service.name}: ${action} done.`)
  return 0
}

/** Returns the gateways that the manager did not start and therefore does not stop. */
export async function outsideOf(
  { processId }: Service,
  running: readonly RunningGateway[],
  env: ServiceIo['env'],
): Promise<readonly RunningGateway[]> {
  if (running.length === 0) return running
  const { output } = processId ? await runProgram(processId.argv, env) : { output: '' }
  const [, id] = /^(?:[ \t]*pid = )?(\d+)$/m.exec(output) ?? []
  return running.filter(({ pid }) => `${pid}` !== id)
}
