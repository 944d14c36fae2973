import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Benchmark, Figures, Prepare } from '../benchmark.ts'
import { firstInput, lastAnswer } from '../conversation.ts'
import { createFloorClient } from '../floors.ts'
import { type GatewayProcess, startGateway } from '../gateway-process.ts'
import { turnLines } from '../server-answers.ts'

const completions = 200
const readTurns = 100
const deltas = 500

export const gateway: Benchmark = {
  id: 'gateway',
  title: `${completions} completions of the gateway, a turn of ${readTurns} read_file calls, and ${deltas} deltas`,
  rounds: 5,
  // A gateway runs for weeks, so its costs are measured once V8 has compiled it, after 2,000 completions.
  warmUps: 10,
  floor: 'one-by-one',
  ...(process.platform !== 'linux' && { unavailable: 'the use of a process is read from /proc' }),
  contenders: {
    'one-by-one': asking(1),
    'ten-at-once': asking(10),
    'read-turns': reading,
    deltas: delays,
  },
  targets: [
    { contender: 'one-by-one', figure: 'completionCpuMs', limit: 1.5 },
    { contender: 'ten-at-once', figure: 'completionCpuMs', limit: 1.5 },
    // 1,000 per second.
    { contender: 'ten-at-once', figure: 'completionMs', limit: 1 },
    { contender: 'ten-at-once', figure: 'gatewayRssMb', limit: 180 },
    { contender: 'read-turns', figure: 'turnMs', limit: 1.5 },
    { contender: 'deltas', figure: 'addedP50Ms', limit: 0.1 },
    { contender: 'deltas', figure: 'addedP99Ms', limit: 1 },
  ],
}

function asking(atOnce: number): Prepare {
  return async ({ server, folder }) => {
    const gateway = await startGateway(`${server}/tools/0`, folder)
    return async () => {
      let left = completions
      const { wallMs, cpuMs } = await measured(gateway, () =>
        Promise.all(
          Array.from({ length: atOnce }, async () => {
            while (left-- > 0) requireEnd(await gateway.ask(firstInput))
          }),
        ),
      )
      return {
        completionMs: wallMs / completions,
        completionCpuMs: cpuMs / completions,
        gatewayRssMb: gateway.usage().rssMb,
      }
    }
  }
}

async function reading({ server, folder }: Parameters<Prepare>[0]) {
  writeFileSync(join(folder, 'turns.txt'), turnLines(readTurns))
  const gateway = await startGateway(`${server}/reads/${readTurns}`, folder)
  return async (): Promise<Figures> => {
    const { wallMs, cpuMs } = await measured(gateway, async () => requireEnd(await gateway.ask(firstInput)))
    return { turnMs: wallMs / readTurns, turnCpuMs: cpuMs / readTurns }
  }
}

/** Measures how much later a delta arrives than if it is read from the provider directly. */
async function delays({ server, folder }: Parameters<Prepare>[0]) {
  const gateway = await startGateway(`${server}/clock/${deltas}`, folder)
  const direct = createFloorClient(`${server}/clock/${deltas}`)
  return async (): Promise<Figures> => {
    const plain: number[] = []
    await direct.post('{}', (text) => plain.push(...delaysIn(text)))
    const added: number[] = []
    await gateway.ask(firstInput, { onText: (text) => added.push(...delaysIn(text)) })
    return { addedP50Ms: at(added, 0.5) - at(plain, 0.5), addedP99Ms: at(added, 0.99) - at(plain, 0.99) }
  }
}

function delaysIn(text: string): readonly number[] {
  const now = performance.timeOrigin + performance.now()
  return Array.from(text.matchAll(/(\d{13}\.\d{3}) /g), ([, sentAt]) => now - Number(sentAt))
}

function at(values: readonly number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? Number.NaN
}

async function measured(gateway: GatewayProcess, work: () => Promise<unknown>) {
  const { cpuMs: before } = gateway.usage()
  const start = performance.now()
  await work()
  return { wallMs: performance.now() - start, cpuMs: gateway.usage().cpuMs - before }
}

function requireEnd(body: string): void {
  if (!body.includes(lastAnswer)) throw new Error(`The gateway did not answer to the end: ${body}`)
}
