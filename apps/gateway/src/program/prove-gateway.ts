import { randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { OpenPlatform } from '../chats/connect/connections.js'
import type { ProveCommand } from './gateway-arguments.js'
import { type GatewayIo, processIo } from './gateway-io.js'
import { GatewayUsageError } from './gateway-usage-error.js'

/** Runs `hermes gateway prove`. Resolves to the exit code: 0 if everything was as promised, otherwise 1. */
export async function proveGateway(
  command: ProveCommand,
  { stdout, stderr, env, program = processIo().program }: GatewayIo,
): Promise<number> {
  const { prove } = await import('../prove/prove.js')
  const { reportText } = await import('../prove/report/report.js')
  if (command.disk !== undefined) await requireSmallDisk(command.disk)
  const { kills, seed = randomInt(1, 1_000_000), replicas, postgres, disk, json } = command
  const report = await prove({
    kills,
    seed,
    program,
    env,
    onProgress: (line) => void stderr.write(`${line}\n`),
    ...(replicas !== undefined && { replicas }),
    ...(postgres !== undefined && { postgres }),
    ...(disk !== undefined && { disk }),
  })
  stdout.write(json ? `${JSON.stringify(report, undefined, 2)}\n` : reportText(report))
  return report.isProven ? 0 : 1
}

async function requireSmallDisk(folder: string): Promise<void> {
  const { isSmallDisk } = await import('../prove/faults/full-disks.js')
  if (existsSync(folder) && isSmallDisk(folder)) return
  throw new GatewayUsageError(
    `--disk must be a folder on a file system of 512 MB at most, which is filled up, not "${folder}".`,
  )
}

/** Returns the networks of a gateway that `prove` started, which are those of the surrounding world. */
export function worldOf({ env }: Pick<GatewayIo, 'env'>): { readonly openPlatform: OpenPlatform } {
  return {
    async openPlatform({ name }) {
      const { openWorldPlatform } = await import('../prove/replicas/world-platform.js')
      return openWorldPlatform(name, env)
    },
  }
}
