import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { HermesError } from '@hermes/core'
import { homePaths } from '@hermes/runtime'
import { sharedVariables } from '../../serving/shared-variables.js'
import { readVersion } from '../../version.js'
import { installedService, serviceFor } from '../find-service.js'
import { installedText, installService, runSteps } from '../install-service.js'
import { outsideOf } from '../manage-installed.js'
import { keptAddress } from '../running/kept-address.js'
import { listGateways, type RunningGateway } from '../running/running-gateways.js'
import { stopGateway } from '../running/stop-gateway.js'
import type { ServiceContext } from '../service-context.js'
import { rehearseStart } from './rehearse-start.js'
import { type Upgrade, upgradeGateway } from './upgrade-gateway.js'
import { commandBack, doneText, keptStores, planText } from './upgrade-report.js'

interface Context extends ServiceContext {
  /** Starts a gateway as a background process. It has to serve in time, by default within a minute. */
  readonly start: (command: readonly string[], limitMs?: number) => Promise<RunningGateway>
}

const pollMs = 100
/** How long the previous gateway may take until it serves again, in milliseconds. */
const returnLimitMs = 60_000

/**
 * Runs `hermes gateway upgrade` from the new version, which replaces the running gateway. With `json`, prints one object at the end. Resolves to the
 * exit code.
 */
export async function upgradeCommand(context: Context, json = false): Promise<number> {
  const { paths, io, program } = context
  const print = (line: string) => void io.stdout.write(`${line}\n`)
  const tell = json ? () => undefined : print
  const before = (await ownGateways(context))[0]
  if (!before) {
    throw new HermesError('gateway/service', 'No gateway of this home runs: start it with `hermes gateway start`.')
  }
  const limitation = await rehearse(context, before).catch((error: unknown) => {
    tell(`Nothing was changed: version ${before.version} (process ${before.pid}) runs on.`)
    throw error
  })
  tell(planText({ before, version: readVersion(), program, limitation }))
  const keptBefore = await keptStores(paths)
  const command = [...program, 'run', ...keptAddress(context.address, before)]
  const after = await upgradeGateway(
    before.isSupervised
      ? supervisedUpgrade(context, before)
      : ((await serviceUpgrade(context, before, command)) ?? processUpgrade(context, before, command)),
  )
  const [kept] = [...(await keptStores(paths))].find(([path, atMs]) => keptBefore.get(path) !== atMs) ?? []
  const back = commandBack(before, program)
  if (json) {
    const sides = [before, after].map(({ version, pid, url }) => ({ version, pid, url }))
    const rows = { from: sides[0], to: sides[1], unchecked: limitation ?? null, back: back ?? null, kept: kept ?? null }
    print(JSON.stringify(rows, undefined, 2))
  } else print(doneText({ before, after, back, kept }, paths))
  return 0
}

/** Checks the start of all homes. @returns why the sessions were not checked, see {@link rehearseStart}. */
async function rehearse({ paths, io }: Context, { others = [] }: RunningGateway): Promise<string | undefined> {
  const { env, workingDirectory } = io
  const limitation = await rehearseStart({ paths, env, workingDirectory })
  for (const { home } of others) {
    await rehearseStart({ paths: homePaths(home), env: sharedVariables(env), workingDirectory })
  }
  return limitation
}

/** The supervisor decides which version it starts, so the previous version cannot be restored from here. */
function supervisedUpgrade(context: Context, before: RunningGateway): Upgrade {
  return {
    before,
    async stop() {
      await stopGateway(before, context.io.env, 'SIGHUP')
    },
    start: (limitMs) => next(context, before, limitMs),
    goBack: undefined,
  }
}

function processUpgrade(context: Context, before: RunningGateway, command: readonly string[]): Upgrade {
  const { program, io, start } = context
  const old = before.start
  const stopAll = async () => {
    for (const gateway of await ownGateways(context)) await stopGateway(gateway, io.env)
  }
  return {
    before,
    stop: stopAll,
    start: (limitMs) => start(command, limitMs),
    goBack:
      old && !isDeepStrictEqual(old.program, program)
        ? async () => {
            await stopAll()
            return start([...old.program, 'run', ...old.address])
          }
        : undefined,
  }
}

/** Replaces the definition of the service, or restores it. */
async function serviceUpgrade(
  context: Context,
  before: RunningGateway,
  program: readonly string[],
): Promise<Upgrade | undefined> {
  const { paths, io } = context
  const input = { paths, program, env: io.env }
  const installed = await installedService(input)
  if (!installed) return undefined
  const service = await serviceFor({ ...input, readsSettings: true })
  if (installed.file !== service.file) {
    throw new HermesError(
      'gateway/service',
      `${installed.file} is a service of the system: upgrade it with \`sudo hermes gateway install --system\` and \`sudo hermes gateway restart\`.`,
    )
  }
  const text = await installedText(service)
  const restart = async (definition: string, limitMs: number) => {
    await installService({ ...service, text: definition }, { env: io.env, print: () => undefined })
    await runSteps(service.restart, io.env, limitMs)
    return next(context, before, limitMs)
  }
  return {
    before,
    async stop() {
      await runSteps(service.stop, io.env)
      for (const gateway of await outsideOf(service, await ownGateways(context), io.env)) {
        await stopGateway(gateway, io.env)
      }
    },
    start: (limitMs) => restart(service.text, limitMs),
    goBack: text === undefined || text === service.text ? undefined : () => restart(text, returnLimitMs),
  }
}

/** Returns the gateway that a service manager or supervisor starts in place of another one. */
async function next(context: Context, { pid }: RunningGateway, limitMs: number): Promise<RunningGateway> {
  const endMs = performance.now() + limitMs
  while (performance.now() < endMs) {
    const found = (await ownGateways(context)).find((gateway) => gateway.pid !== pid)
    if (found) return found
    await delay(pollMs)
  }
  throw new HermesError('gateway/service', `The service did not serve within ${limitMs / 1_000} s.`)
}

async function ownGateways({ paths, io }: ServiceContext): Promise<readonly RunningGateway[]> {
  return (await listGateways(io.env)).filter(({ home }) => home === paths.home)
}
