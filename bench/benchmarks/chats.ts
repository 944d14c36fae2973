import { findPostgres, startPostgres } from '../../tests/integration/state-postgres/postgres-server.ts'
import type { Benchmark, Figures, Place, Prepare } from '../benchmark.ts'
import { type ChatGateway, startChatGateway } from '../chat-gateway.ts'
import { type Journey, openChatWorld } from '../chat-world.ts'
import { quantile } from '../quantile.ts'
import { writeAtOnce, writeAtRate, writeToAll } from '../write-at-rate.ts'

const seconds = 5
const messages = 400
const warmUp = 500
const atOnce = 40
const onLinux = process.platform !== 'linux' && { unavailable: 'the use of a process is read from /proc' }

export const chats: Benchmark = {
  id: 'chats',
  title: `a gateway with 1,000 chats, which get 50, 100 and 200 messages per second for ${seconds} s`,
  rounds: 3,
  // A gateway runs for weeks: V8 has optimized its code after some 3,500 messages.
  warmUps: 3,
  floor: '50-per-second',
  ...onLinux,
  contenders: {
    '50-per-second': atRate(50),
    '100-per-second': atRate(100),
    '200-per-second': atRate(200),
  },
  targets: [
    { contender: '200-per-second', figure: 'askedP99Ms', limit: 20 },
    { contender: '200-per-second', figure: 'gatewayRssMb', limit: 180 },
  ],
}

function atRate(perSecond: number): Prepare {
  return async ({ folder }) => {
    const world = await openChatWorld()
    const gateway = await startChatGateway({ url: world.url, folder })
    await writeToAll(world)
    return async () => {
      // The rate is sustained: an idle process returns memory, and allocates it again.
      await writeAtRate(world, perSecond, 1)
      const before = gateway.usage()
      const journeys = await writeAtRate(world, perSecond, seconds)
      const { cpuMs, rssMb } = gateway.usage()
      return { messageCpuMs: (cpuMs - before.cpuMs) / journeys.length, gatewayRssMb: rssMb, ...quantilesOf(journeys) }
    }
  }
}

const bin = findPostgres()

export const postgresChats: Benchmark = {
  id: 'postgres-chats',
  title: `gateways that share a PostgreSQL database: for each of them, ${messages} messages to 1,000 chats, ${atOnce} unanswered at once`,
  rounds: 3,
  warmUps: 1,
  floor: 'one-gateway',
  ...onLinux,
  ...(bin === undefined && { unavailable: 'PostgreSQL is not installed here' }),
  contenders: {
    'one-gateway': withReplicas(1),
    'two-gateways': withReplicas(2),
    'four-gateways': withReplicas(4),
  },
  // The throughput of several grows by 1.7 and 3 if each has its own core, so the work per message must not grow.
  targets: [
    { contender: 'two-gateways', figure: 'messageCpuMs', limit: 2 / 1.7, against: 'one-gateway' },
    { contender: 'four-gateways', figure: 'messageCpuMs', limit: 4 / 3, against: 'one-gateway' },
  ],
}

function withReplicas(count: number) {
  return async ({ folder }: Place) => {
    const world = await openChatWorld()
    const server = await startPostgres(bin ?? '')
    process.on('exit', () => void server.stop())
    const gateways: ChatGateway[] = []
    // One after another, because the first one creates the tables.
    for (let number = 1; number <= count; number += 1)
      gateways.push(
        await startChatGateway({ url: world.url, folder: `${folder}/${number}`, postgres: server.url('postgres') }),
      )
    // Each process compiles its code, and has as much to do as a single one.
    await writeAtOnce(world, warmUp * count, atOnce * count)
    const used = () => gateways.reduce((sum, gateway) => sum + gateway.usage().cpuMs, 0)
    return async (): Promise<Figures> => {
      const before = used()
      const startedAt = performance.now()
      const journeys = await writeAtOnce(world, messages * count, atOnce * count)
      const wallMs = performance.now() - startedAt
      return {
        perSecond: (1000 * journeys.length) / wallMs,
        messageCpuMs: (used() - before) / journeys.length,
        ...quantilesOf(journeys),
      }
    }
  }
}

function quantilesOf(journeys: readonly Journey[]): Figures {
  const asked = journeys.map(({ askedMs }) => askedMs)
  const answered = journeys.map(({ answeredMs }) => answeredMs)
  return {
    askedP50Ms: quantile(asked, 0.5),
    askedP99Ms: quantile(asked, 0.99),
    answeredP99Ms: quantile(answered, 0.99),
  }
}
