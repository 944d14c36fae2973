import { join } from 'node:path'
import { ConfigError, describeError, HermesError } from '@hermes/core'
import {
  type ConfigChange,
  type ConfigInput,
  type MachineClaims,
  openHost,
  openMachineClaims,
  requireProfile,
  resolveHome,
} from '@hermes/runtime'
import { hasProvider } from '../serving/has-provider.js'
import { serve } from '../serving/serve.js'
import { configChangeLine } from './config-change-line.js'
import { type GatewayArguments, GatewayUsageError, gatewayHelp, parseGatewayArguments } from './gateway-arguments.js'
import { type GatewayIo, processIo } from './gateway-io.js'
import { manageChats } from './manage-chats.js'
import { proveGateway, worldOf } from './prove-gateway.js'
import { startJobs } from './start-jobs.js'
import { listenForStop } from './stop-requests.js'

/** How long running turns may continue after a stop signal. */
const graceMs = 4_000
/** How long everything may take after a stop signal: service managers and containers kill after 10 seconds. */
const limitMs = 8_000
const source = 'api_server'

/**
 * `hermes gateway`: serves until a stop signal, then lets running turns finish for a few seconds and interrupts the rest; a second
 * signal ends the process at once. Resolves to the exit code: 0, 1 when it could not start, 2 for invalid arguments.
 */
export async function runGateway(args: readonly string[], io: GatewayIo = processIo()): Promise<number> {
  try {
    const parsed = parseGatewayArguments(args)
    if (parsed.help) io.stdout.write(gatewayHelp)
    else if (parsed.command.name === 'run') await serveUntilStopped(parsed, io)
    else if (parsed.command.name === 'prove') return await proveGateway(parsed.command, io)
    else if (parsed.command.name === 'prove-replica') await serveUntilStopped(parsed, { ...io, ...worldOf(io) })
    else await manageChats(parsed, io)
    return 0
  } catch (error) {
    if (!HermesError.is(error)) throw error
    io.stderr.write(`hermes gateway: ${describeError(error)}\n`)
    return error instanceof GatewayUsageError ? 2 : 1
  }
}

async function serveUntilStopped({ host, port, profile }: GatewayArguments, io: GatewayIo): Promise<void> {
  const { env: variables, workingDirectory, bundledSkills } = io
  const paths = resolveHome(variables, profile === undefined ? {} : { profile })
  if (profile !== undefined) await requireProfile(paths)
  const overrides: ConfigInput = {
    gateway: { api_server: { ...(host !== undefined && { host }), ...(port !== undefined && { port }) } },
  }
  const say = (line: string) => void io.stderr.write(`hermes gateway: ${line}\n`)
  await using openedHost = await openHost({
    paths,
    variables,
    overrides,
    ...(bundledSkills !== undefined && { bundledSkills }),
  })
  for (const warning of openedHost.warnings) say(warning)
  const surface = {
    source,
    servesStrangers: true,
    onConfigChange: (change: ConfigChange) => say(configChangeLine(change)),
  }
  await using runtime = await openedHost.open({ surface, workingDirectory })
  if (!hasProvider(runtime)) throw noProvider()
  for (const warning of runtime.warnings) say(warning)
  await using machine = claimsOfMachine(variables, say)
  const gateway = await serve({
    runtime,
    source,
    workingDirectory,
    logger: runtime.logger,
    say,
    openPlatform: io.openPlatform,
    machineClaims: machine?.claims,
  })
  const jobs = startJobs(openedHost, { workingDirectory, say, deliveries: gateway.deliveries })
  io.stdout.write(`Hermes gateway: ${gateway.url}/v1 (${runtime.model.id} by ${runtime.model.provider})\n`)
  using stop = listenForStop({ limitMs, stderr: io.stderr })
  await stop.first
  await Promise.all([gateway.stop(graceMs), jobs.stop(graceMs)])
}

/** Two homes may have the same token of a chat network. */
function claimsOfMachine(
  { XDG_STATE_HOME: state, HOME: home }: GatewayIo['env'],
  say: (line: string) => void,
): MachineClaims | undefined {
  const folder = state ?? (home === undefined ? undefined : join(home, '.local', 'state'))
  if (folder === undefined) return undefined
  const onTrouble = (error: unknown) =>
    say(`Gateways of other homes are not seen, because ${folder} cannot be used: ${describeError(error)}`)
  return openMachineClaims({ folder: join(folder, 'hermes'), onTrouble })
}

function noProvider(): ConfigError {
  return new ConfigError(
    'model.provider',
    'No provider is configured. Choose one with `hermes model`, or set model.provider to "offline" to serve the offline stand-in.',
  )
}
