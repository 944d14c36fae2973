import { describeError } from '@hermes/core'
import {
  type ConfigChange,
  type ConfigInput,
  describeUnconnected,
  findUnconnectedNetworks,
  type HomePaths,
  openHost,
  openMachineClaims,
  type Runtime,
  type RuntimeHost,
  type Variables,
} from '@hermes/runtime'
import { createCleanup } from '@hermes/safety'
import type { ProfileAccounts } from '../chats/connect/account-book.js'
import { machineFolder } from '../service/running/running-gateways.js'
import { gatewaySurface } from '../serving/gateway-surface.js'
import { hasProvider } from '../serving/has-provider.js'
import { noProvider } from '../serving/no-provider.js'
import type { ServiceOptions } from '../serving/service.js'
import { createSessionLines } from '../serving/session-lines.js'
import type { Tracing } from '../tracing/tracing.js'
import { untilThereIsRoom } from '../until-there-is-room.js'
import { configChangeLine } from './config-change-line.js'
import type { GatewayIo } from './gateway-io.js'
import { triedCommand } from './tried-command.js'

export interface OpenProfileOptions {
  readonly paths: HomePaths
  readonly variables: Variables
  readonly overrides?: ConfigInput
  readonly io: GatewayIo
  /** Tells the owner of the gateway something. */
  readonly say: (line: string) => void
  /** The chat accounts of the profile, among those of all profiles of the process. */
  readonly accounts: ProfileAccounts
  /** Default: nothing is traced. */
  readonly tracing?: Tracing | undefined
}

/** A home that is opened for serving. */
export interface OpenedProfile extends AsyncDisposable {
  readonly host: RuntimeHost
  readonly runtime: Runtime
  readonly options: ServiceOptions
}

/** Pause between attempts while the disk is full, in milliseconds. */
const fullDiskMs = 1_000

/**
 * Opens a profile. While the disk of its store is full, it waits and reports that once.
 * @throws {ConfigError} if the settings are invalid, or name no provider. Nothing stays open then.
 */
export function openProfile(options: OpenProfileOptions): Promise<OpenedProfile> {
  return untilThereIsRoom(() => openOnce(options), {
    onFull: (error) => options.say(`Waiting to start: ${describeError(error)}`),
    delayMs: fullDiskMs,
  })
}

async function openOnce(options: OpenProfileOptions): Promise<OpenedProfile> {
  const { paths, variables, overrides, io, say, accounts, tracing } = options
  const { workingDirectory, bundledSkills } = io
  await using opening = createCleanup()
  const host = opening.use(
    await openHost({
      paths,
      variables,
      acceptsSecretsOf: ['gateway', 'webhooks'],
      ...(overrides && { overrides }),
      ...(bundledSkills !== undefined && { bundledSkills }),
      ...(tracing && { wrapAgent: tracing.wrapAgent }),
    }),
  )
  for (const warning of host.warnings) say(warning)
  if (host.remedy) say(`The settings can be rewritten.${triedCommand(host.remedy)}`)
  const lines = createSessionLines()
  const surface = {
    ...gatewaySurface,
    tell: lines.tell,
    onConfigChange: (change: ConfigChange) => say(configChangeLine(change)),
  }
  const runtime = opening.use(await host.open({ surface, workingDirectory }))
  if (!hasProvider(runtime)) throw noProvider()
  for (const warning of runtime.warnings) say(warning)
  for (const network of await unconnectedNetworks(host)) {
    say(`${describeUnconnected(network)}${triedCommand(network.remedy)}`)
  }
  const machine = claimsOfMachine(variables, say)
  if (machine) opening.use(machine)
  const opened = opening.move()
  return {
    host,
    runtime,
    options: {
      runtime,
      source: surface.source,
      workingDirectory,
      logger: runtime.logger,
      lines,
      say,
      openPlatform: io.openPlatform,
      machineClaims: machine?.claims,
      accounts,
      tracing,
    },
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  }
}

/** Returns the networks that only variables configure. */
function unconnectedNetworks({ paths, config: { platforms }, variables }: RuntimeHost) {
  return findUnconnectedNetworks({ platforms, variables, paths })
}

/** Opens the claims of the machine, because two homes may have the same token of a chat network. */
function claimsOfMachine(variables: Variables, say: (line: string) => void) {
  const folder = machineFolder(variables)
  if (folder === undefined) return undefined
  const onTrouble = (error: unknown) =>
    say(`Gateways of other homes are not seen, because ${folder} cannot be used: ${describeError(error)}`)
  return openMachineClaims({ folder, onTrouble })
}
