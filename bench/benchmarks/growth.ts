import type { Benchmark, Figures, Prepare, Work } from '../benchmark.ts'
import { floorLoop, type LoopOf, openaiLoop, productLoop } from '../contenders.ts'
import { createGrowingHistory, createStringifiedHistory } from '../floors.ts'
import { median } from '../median.ts'
import { eachPeer } from '../peers.ts'

export const growth: Benchmark = {
  id: 'growth',
  title: 'a loop of 25, of 100 and of 1000 tool calls; wall and CPU are those of 1000',
  rounds: 3,
  warmUps: 1,
  floor: 'floor-http',
  contenders: {
    'floor-http': growing((shape) => floorLoop(shape, createStringifiedHistory)),
    'floor-incr': growing((shape) => floorLoop(shape, createGrowingHistory)),
    hermes: growing(productLoop),
    openai: growing(openaiLoop),
  },
  peers: eachPeer(growing),
  targets: [
    { contender: 'hermes', figure: 'growth100x', limit: 12 },
    { contender: 'hermes', figure: 'rssMb', limit: 130 },
  ],
}

/**
 * Measures the ratio of the times for 1000 calls to those for 25 and 100: 40 and 10 if the time per call is constant. CPU time is
 * reported as well, because it is less affected by other work on the machine.
 */
function growing(loop: LoopOf): Prepare {
  return async (place) => {
    const prepare = (turns: number) => loop({ turns, resultLength: 64 })(place)
    const [few, some, many] = [await prepare(25), await prepare(100), await prepare(1000)]
    return async (): Promise<Figures> => {
      const [t25, t100, t1000] = [await timed(few, 9), await timed(some, 5), await timed(many, 1)]
      const growth25x = t1000.wallMs / t25.wallMs
      const growth100x = t1000.wallMs / t100.wallMs
      const cpuGrowth100x = t1000.cpuMs / t100.cpuMs
      return { ...t1000, t25Ms: t25.wallMs, t100Ms: t100.wallMs, growth25x, growth100x, cpuGrowth100x }
    }
  }
}

interface Spent {
  readonly wallMs: number
  readonly cpuMs: number
}

/** Returns medians, because a single short conversation is too noisy. */
async function timed(work: Work, times: number): Promise<Spent> {
  const all: Spent[] = []
  for (let time = 0; time < times; time++) all.push(await timedOnce(work))
  return { wallMs: median(all.map(({ wallMs }) => wallMs)), cpuMs: median(all.map(({ cpuMs }) => cpuMs)) }
}

async function timedOnce(work: Work): Promise<Spent> {
  const cpu = process.cpuUsage()
  const start = performance.now()
  await work()
  const wallMs = performance.now() - start
  const { user, system } = process.cpuUsage(cpu)
  return { wallMs, cpuMs: (user + system) / 1000 }
}
