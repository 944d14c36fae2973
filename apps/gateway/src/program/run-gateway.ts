import { ConfigError, describeError, HermesError } from '@hermes/core'
import { type ConfigInput, profileOf, requireProfile, resolveHome, type Variables } from '@hermes/runtime'
import { createAccountBook } from '../chats/connect/account-book.js'
import { openManagerNotes, withoutManager } from '../service/notify/notify-manager.js'
import { announceGateway } from '../service/running/running-gateways.js'
import { isServiceCommand, type ServiceCommand } from '../service/service-command.js'
import { limitYoungHeap } from '../serving/limit-young-heap.js'
import { serve } from '../serving/serve.js'
import { exportsTraces } from '../tracing/exports-traces.js'
import type { Tracing } from '../tracing/tracing.js'
import { readVersion } from '../version.js'
import { type GatewayArguments, parseGatewayArguments, restartCode } from './gateway-arguments.js'
import { gatewayHelp } from './gateway-help.js'
import { type GatewayIo, processIo } from './gateway-io.js'
import { GatewayUsageError } from './gateway-usage-error.js'
import { logLines } from './log-lines.js'
import { manageChats } from './manage-chats.js'
import { openProfile } from './open-profile.js'
import { openProfiles } from './open-profiles.js'
import { proveGateway, worldOf } from './prove-gateway.js'
import { reportOnSignal } from './report-on-signal.js'
import { startJobs } from './start-jobs.js'
import { listenForStop } from './stop-requests.js'
import { tellStartup } from './tell-startup.js'
import { triedCommand } from './tried-command.js'
import { watchStrayErrors } from './watch-stray-errors.js'

/** How long a stop may take after the turns, in milliseconds. With the default time for turns, that is less than the 10 seconds of a container. */
const stopMs = 4_000
/** The exit code after which service managers restart the gateway. */
const failedCode = 1
/** EX_CONFIG of sysexits.h, after which service managers do not retry. */
const configProblem = 78

/**
 * Runs `hermes gateway`, which serves until a stop signal, then lets running turns finish for a few seconds and interrupts the rest. A second signal
 * ends the process at once. Resolves to the exit code: 0, 1 if it could not start or an error was not caught, 2 for invalid arguments, 75 to be
 * restarted by a supervisor, 78 for invalid settings.
 */
export async function runGateway(args: readonly string[], io: GatewayIo = processIo()): Promise<number> {
  let complain: (line: string) => void = (line) => io.stderr.write(`${line}\n`)
  try {
    const parsed = parseGatewayArguments(args)
    if (parsed.command.name === 'run') complain = logLines(io.stderr)
    if (parsed.help) io.stdout.write(gatewayHelp)
    else if (parsed.command.name === 'run') return await serveUntilStopped(parsed, io)
    else if (parsed.command.name === 'prove') return await proveGateway(parsed.command, io)
    else if (parsed.command.name === 'prove-replica') return await serveReplica(parsed, io)
    else if (isServiceCommand(parsed.command)) return await manage(parsed.command, parsed, io)
    else await manageChats(parsed, io)
    return 0
  } catch (error) {
    if (!HermesError.is(error)) throw error
    complain(`hermes gateway: ${describeError(error)}${triedCommand(error.remedy)}`)
    if (error instanceof GatewayUsageError) return 2
    return error instanceof ConfigError ? configProblem : 1
  }
}

/** Serves a gateway that `hermes gateway prove` started. */
async function serveReplica(parsed: GatewayArguments, io: GatewayIo): Promise<number> {
  const { followWorldClock } = await import('../prove/replicas/world-clock.js')
  followWorldClock(process)
  return serveUntilStopped(parsed, { ...io, ...worldOf(io) })
}

async function manage(
  command: ServiceCommand,
  { host, port, profile, all }: GatewayArguments,
  io: GatewayIo,
): Promise<number> {
  const { manageService } = await import('../service/manage-service.js')
  const paths = resolveHome(io.env, profile === undefined ? {} : { profile })
  if (profile !== undefined) await requireProfile(paths)
  const { program = processIo().program } = io
  return manageService(command, { paths, io, program, address: addressOf({ host, port, all }) })
}

type RunOptions = { [Name in 'host' | 'port' | 'all']: GatewayArguments[Name] | undefined }

/** Returns the options of `run` that a later start needs again. */
function addressOf({ host, port, all }: RunOptions): string[] {
  return [
    ...(host === undefined ? [] : ['--host', host]),
    ...(port === undefined ? [] : ['--port', `${port}`]),
    ...(all ? ['--all'] : []),
  ]
}

/** Serves until a stop. Resolves to the exit code. */
async function serveUntilStopped(parsed: GatewayArguments, io: GatewayIo): Promise<number> {
  const { host, port, profile, all, isSupervised } = parsed
  const { env, workingDirectory } = io
  const variables = withoutManager(env)
  const paths = resolveHome(variables, profile === undefined ? {} : { profile })
  if (profile !== undefined) await requireProfile(paths)
  const overrides: ConfigInput = {
    gateway: {
      api_server: { ...(host !== undefined && { host }), ...(port !== undefined && { port }) },
      ...(all && { multiplex_profiles: true }),
    },
  }
  const [print, complain] = [logLines(io.stdout), logLines(io.stderr)]
  const say = (line: string) => complain(`hermes gateway: ${line}`)
  using stray = watchStrayErrors(say)
  await using tracing = await tracingOf(variables, say)
  const accountBook = createAccountBook()
  const accounts = accountBook.of(profileOf(paths))
  await using opened = await openProfile({ paths, variables, overrides, io, say, accounts, tracing })
  const { runtime, options } = opened
  stray.logTo(runtime.logger)
  const { restart_drain_timeout: drainSeconds } = runtime.config.agent
  const graceMs = drainSeconds * 1000
  reportOnSignal(paths.logs)
  await using others = runtime.config.gateway.multiplex_profiles
    ? await openProfiles({ paths, variables, io, say, accountBook, tracing })
    : undefined
  const profiles = new Map([...(others?.profiles ?? [])].map(([name, { service }]) => [name, service]))
  const gateway = await serve({ ...options, profiles })
  limitYoungHeap()
  const { deliveries, refusalOfJob, enterConversation } = gateway
  const jobs = [
    startJobs(opened.host, { workingDirectory, say, deliveries, refusalOfJob, enterConversation }),
    ...[...(others?.profiles.values() ?? [])].map((other) => other.startJobs()),
  ]
  await using _known = await announceGateway(
    {
      home: paths.home,
      profile: profileOf(paths),
      others: [...(others?.profiles ?? [])].map(([name, { home }]) => ({ profile: name, home })),
      url: gateway.url,
      networks: () =>
        [[profileOf(paths), gateway] as const, ...profiles].flatMap(([profile, served]) =>
          served.networks().map((network) => ({ profile, ...network })),
        ),
      version: readVersion(),
      ...(isSupervised && { isSupervised }),
      drainSeconds,
      start: { program: [...(io.program ?? processIo().program)], address: addressOf({ host, port, all }) },
    },
    variables,
    (error) => say(`Other commands cannot find this gateway yet: ${describeError(error)}`),
  )
  using manager = openManagerNotes(env, (reason) => say(`The service manager was not told: ${reason}`))
  await manager.ready(`${gateway.url}/v1`)
  print(`Hermes gateway: ${gateway.url}/v1 (${runtime.model.id} by ${runtime.model.provider})`)
  for (const name of profiles.keys()) print(`Profile ${name}: ${gateway.url}/p/${name}/v1`)
  tellStartup(runtime, gateway, gateway.url)
  for (const [name, other] of others?.profiles ?? []) other.tellStartup(`${gateway.url}/p/${name}`)
  using stop = listenForStop({ limitMs: graceMs + stopMs, canRestart: isSupervised, say })
  const request = await Promise.race([stop.first, stray.failed])
  if (request === 'failed') stop.limit(failedCode)
  await Promise.all([manager.stopping(), gateway.stop(graceMs), ...jobs.map((each) => each.stop(graceMs))])
  return request === 'failed' ? failedCode : request === 'restart' ? restartCode : 0
}

async function tracingOf(variables: Variables, say: (line: string) => void): Promise<Tracing | undefined> {
  if (!exportsTraces(variables)) return undefined
  const { openTracing } = await import('../tracing/open-tracing.js')
  return openTracing(variables, say)
}
