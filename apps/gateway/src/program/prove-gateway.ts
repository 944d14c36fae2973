import { randomInt } from 'node:crypto'
import type { OpenPlatform } from '../chats/start-chats.js'
import type { ProveCommand } from './gateway-arguments.js'
import { type GatewayIo, processIo } from './gateway-io.js'

/** `hermes gateway prove`. Resolves to the exit code: 0 when everything was as promised, otherwise 1. */
export async function proveGateway(
  command: ProveCommand,
  { stdout, stderr, env, program = processIo().program }: GatewayIo,
): Promise<number> {
  const { prove } = await import('../prove/prove.js')
  const { reportText } = await import('../prove/report/report.js')
  const { kills, seed = randomInt(1, 1_000_000), replicas, postgres, json } = command
  const report = await prove({
    kills,
    seed,
    program,
    env,
    onProgress: (line) => void stderr.write(`${line}\n`),
    ...(replicas !== undefined && { replicas }),
    ...(postgres !== undefined && { postgres }),
  })
  stdout.write(json ? `${JSON.stringify(report, undefined, 2)}\n` : reportText(report))
  return report.isProven ? 0 : 1
}

/** A gateway that `prove` started: its networks are those of the world around it. */
export function worldOf({ env }: Pick<GatewayIo, 'env'>): { readonly openPlatform: OpenPlatform } {
  return {
    async openPlatform({ name }) {
      const { openWorldPlatform } = await import('../prove/replicas/world-platform.js')
      return openWorldPlatform(name, env)
    },
  }
}
