import { oneLine } from '@hermes/safety'
import type { ServiceIo } from './install-service.js'
import type { Service } from './managers/service.js'
import { runProgram } from './run-program.js'
import { readinessOf } from './running/readiness-of.js'
import type { RunningGateway } from './running/running-gateways.js'

type Print = Pick<ServiceIo, 'print'> & { readonly json: boolean }

/** Writes the output of `hermes gateway list`, with all homes of this user. */
export function writeGateways(running: readonly RunningGateway[], { print, json }: Print): number {
  if (json) print(JSON.stringify(running.map(toRow), undefined, 2))
  else if (running.length === 0) print('No gateway runs.')
  // Profiles of different homes can have the same name.
  else for (const gateway of running) print(`${lineOf(gateway)}  ${gateway.home}`)
  return 0
}

interface Found {
  /** The gateways that serve the home. */
  readonly running: readonly RunningGateway[]
  readonly home: string
  readonly service: Service | undefined
}

/** Writes the output of `hermes gateway status` for one home. The exit code is 3 if no gateway is ready, like that of `systemctl status`. */
export async function writeStatus(
  { running, home, service }: Found,
  { env, print, json }: Print & ServiceIo,
): Promise<number> {
  const rows = await Promise.all(
    running.map(async (gateway) => ({ ...toRow(gateway), readiness: await readinessOf(gateway, home) })),
  )
  const state = service && (await stateOf(service, env))
  if (json) print(JSON.stringify({ service: state ?? null, gateways: rows }, undefined, 2))
  else {
    print(state ? `Service    ${state.name} (${state.manager}): ${state.state}` : 'Service    none installed')
    for (const [index, gateway] of running.entries()) {
      print(`${lineOf(gateway)}  ${rows[index]?.readiness}`)
      for (const line of networkLines(gateway)) print(line)
    }
    if (running.length === 0 && !state?.isActive) print('No gateway of this home runs.')
  }
  // A service of another account is known only to its manager.
  const isReady = running.length === 0 ? state?.isActive : rows.some(({ readiness }) => readiness === 'ready')
  return isReady ? 0 : 3
}

async function stateOf({ name, manager, file, state }: Service, env: ServiceIo['env']) {
  const { code, output } = await runProgram(state.argv, env)
  return { name, manager, file, isActive: code === 0, state: oneLine(output.split('\n')[0] ?? '') || 'unknown' }
}

function toRow({ mark: _mark, start: _start, ...gateway }: RunningGateway) {
  return gateway
}

function networkLines({ profile, networks = [] }: RunningGateway): readonly string[] {
  return networks.map(({ profile: of, name, status, since, needsAttention, reason }) => {
    const shown = of === profile ? name : `${of}/${name}`
    const state = `${status} since ${since}${needsAttention ? '  needs attention' : ''}`
    return `  ${shown}  ${state}${reason === undefined ? '' : `  ${reason}`}`
  })
}

function lineOf({ pid, profile, others = [], url, version, startedAt }: RunningGateway): string {
  const profiles = [profile, ...others.map((other) => other.profile)].join(', ')
  return `${profiles}  process ${pid}  ${url}  ${version}  since ${startedAt}`
}
