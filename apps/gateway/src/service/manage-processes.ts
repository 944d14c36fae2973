import type { ServiceIo } from './install-service.js'
import { keptAddress } from './running/kept-address.js'
import type { RunningGateway } from './running/running-gateways.js'
import { stopGateway } from './running/stop-gateway.js'

export interface ProcessesOptions extends ServiceIo {
  /** The gateways of the home. */
  readonly running: readonly RunningGateway[]
  /** The options of `run` that the caller gave. */
  readonly address: readonly string[]
  /** Starts a gateway with these options of `run`. */
  readonly start: (address: readonly string[]) => Promise<RunningGateway>
}

/** Manages gateways without a service, as processes of the user. Resolves to the exit code. */
export async function manageProcesses(
  action: 'start' | 'stop' | 'restart',
  { running, address, start, env, print }: ProcessesOptions,
): Promise<number> {
  if (action === 'start' && running[0]) {
    print(`The gateway runs already: process ${running[0].pid}, ${running[0].url}`)
    if (address.length > 0 && address.join(' ') !== running[0].start?.address.join(' '))
      print(`It keeps its address. To change it: hermes gateway restart ${address.join(' ')}`)
    return 0
  }
  const supervised = action === 'restart' ? running.filter(({ isSupervised }) => isSupervised) : []
  for (const gateway of supervised) {
    await stopGateway(gateway, env, 'SIGHUP')
    print(`Process ${gateway.pid} has stopped. Its supervisor starts the next one.`)
  }
  if (supervised.length > 0 && supervised.length === running.length) return 0
  const others = running.filter((each) => !supervised.includes(each))
  if (action !== 'start') {
    await stopGateways(others, { env, print })
    if (running.length === 0) print('No gateway of this home runs.')
  }
  if (action === 'stop') return 0
  const { pid, url } = await start(keptAddress(address, others[0]))
  print(`The gateway runs: process ${pid}, ${url}`)
  return 0
}

/** Stops gateways one after the other, and prints how each one ended. */
export async function stopGateways(gateways: readonly RunningGateway[], { env, print }: ServiceIo): Promise<void> {
  for (const gateway of gateways) {
    const wasKilled = await stopGateway(gateway, env)
    print(`Process ${gateway.pid} ${wasKilled ? 'did not stop and was killed' : 'has stopped'}.`)
  }
}
