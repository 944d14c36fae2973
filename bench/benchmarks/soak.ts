import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Benchmark } from '../benchmark.ts'
import { startChatGateway } from '../chat-gateway.ts'
import { openChatWorld } from '../chat-world.ts'
import { quantile } from '../quantile.ts'
import { writeAtRate, writeToAll } from '../write-at-rate.ts'

const perSecond = 50
const minutes = Number(process.env.HERMES_BENCH_SOAK_MINUTES ?? 0)
/** The number of minutes after which caches are full and the heap has reached its size. */
const settledAfter = Math.ceil(minutes / 6)

export const soak: Benchmark = {
  id: 'soak',
  title: `a gateway with 1,000 chats, which get ${perSecond} messages per second for ${minutes || 30} minutes`,
  rounds: 1,
  warmUps: 0,
  floor: 'hermes',
  ...unavailableHere(),
  contenders: {
    hermes: async ({ folder }) => {
      const world = await openChatWorld()
      const gateway = await startChatGateway({ url: world.url, folder })
      await writeToAll(world)
      return async () => {
        const before = { ...gateway.usage(), storeMb: sizeMb(folder) }
        const memory: number[] = []
        const asked: number[] = []
        let count = 0
        for (let minute = 1; minute <= minutes; minute += 1) {
          const journeys = await writeAtRate(world, perSecond, 60)
          count += journeys.length
          asked.push(...journeys.map(({ askedMs }) => askedMs))
          const { rssMb, cpuMs } = gateway.usage()
          memory.push(rssMb)
          const each = (cpuMs - before.cpuMs) / count
          console.error(`  minute ${minute}: ${rssMb.toFixed(0)} MB, ${each.toFixed(2)} ms of CPU for a message`)
        }
        const settled = memory.slice(settledAfter)
        const [first = Number.NaN] = settled
        return {
          messages: count,
          messageCpuMs: (gateway.usage().cpuMs - before.cpuMs) / count,
          askedP99Ms: quantile(asked, 0.99),
          settledRssMb: first,
          largestRssMb: Math.max(...settled),
          rssGrowth: Math.max(...settled) / first,
          storeKbPerMessage: ((sizeMb(folder) - before.storeMb) * 1024) / count,
        }
      }
    },
  },
  targets: [{ contender: 'hermes', figure: 'rssGrowth', limit: 1.1 }],
}

function unavailableHere() {
  if (process.platform !== 'linux') return { unavailable: 'the use of a process is read from /proc' }
  if (minutes === 0) return { unavailable: 'it takes half an hour: set HERMES_BENCH_SOAK_MINUTES=30' }
  return {}
}

function sizeMb(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0) / 1024 ** 2
}
