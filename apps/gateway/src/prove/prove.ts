import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openHost, openJobs, resolveHome } from '@hermes/runtime'
import { createCleanup } from '@hermes/safety'
import { untilThereIsRoom } from '../until-there-is-room.js'
import { createClockJumps } from './faults/clock-jumps.js'
import { createDatabaseCuts } from './faults/database-cuts.js'
import type { Fault, FaultName } from './faults/fault.js'
import { createFullDisks } from './faults/full-disks.js'
import { createRestarts } from './faults/restarts.js'
import { createRandom } from './random.js'
import { createKillPlan } from './replicas/kill-plan.js'
import { startReplica } from './replicas/replica.js'
import { proveBusy } from './report/busy-proof.js'
import { type NetworkProof, proveNetwork } from './report/chat-proof.js'
import { jobChat, jobNetwork, proveJobs } from './report/job-proof.js'
import type { ProofReport } from './report/report.js'
import { storedMarks } from './report/stored-marks.js'
import { openDatabaseLink } from './world/database-link.js'
import { commandLine } from './world/marks.js'
import { type Moment, moments } from './world/moment.js'
import { openWorld } from './world/open-world.js'
import { busyModeOf, type NetworkName, networkNames, type WorldNetwork } from './world/world-network.js'

export interface ProveOptions {
  readonly kills: number
  readonly seed: number
  /** Number of gateway processes. Default: 1 on SQLite, 3 on PostgreSQL. */
  readonly replicas?: number
  /** The address of a PostgreSQL database, in which a schema is created and dropped. Default: SQLite. */
  readonly postgres?: string
  /** A folder on a small file system that holds the homes and is repeatedly filled up for seconds. Default: disks have room. */
  readonly disk?: string
  /** The command that starts the gateway, to which its arguments are appended. */
  readonly program: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly onProgress: (line: string) => void
}

const chats = ['one', 'two', 'three'] as const
/** How long everything that is owed may take after a kill, in milliseconds. */
const settleMs = 90_000
const queues = ['chat-inbox', 'chat-replies', 'chat-outbox']

/** Kills gateway processes at random moments while people write, and checks what people saw. */
export async function prove(options: ProveOptions): Promise<ProofReport> {
  const { kills: wanted, seed, postgres, disk, env, program, onProgress } = options
  const { replicas: count = postgres === undefined ? 1 : 3 } = options
  const random = createRandom(seed)
  const startedAt = performance.now()
  const folder = mkdtempSync(join(tmpdir(), 'hermes-prove-'))
  const problems: string[] = []
  const kills: Partial<Record<Moment | 'idle', number>> = {}
  const plan = createKillPlan({
    random,
    kill: (name) => replicas.find((replica) => replica.name === name)?.kill(),
    killAny: () => replicas[random.below(replicas.length)]?.kill(),
  })
  await using world = await openWorld({ random, see: plan.see })
  let isProven = false
  await using schema = await openSchema(postgres, seed, () => isProven)
  await using link = postgres === undefined ? undefined : await openDatabaseLink(postgres)
  const names = Array.from({ length: count }, (_, index) => `replica-${index + 1}`)
  await using stack = createCleanup()
  stack.defer(() => {
    if (isProven) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  const replicas = names.map((name) =>
    stack.use(
      startReplica({
        name,
        program,
        folder,
        ...(disk !== undefined && { homes: disk }),
        worldUrl: world.urlOf(name),
        env,
        onFailure: (reason) => problems.push(reason),
        ...(schema && { database: schema.settingsFor(link?.url ?? schema.url) }),
      }),
    ),
  )
  const faults = [
    createClockJumps(replicas, random),
    createRestarts(replicas, random),
    ...(link ? [createDatabaseCuts(link, random)] : []),
    ...(disk === undefined ? [] : [createFullDisks(disk, random)]),
  ].map((fault) => stack.use(fault))
  const home = replicas[0]?.home ?? folder
  await using host = await openHost({
    paths: resolveHome({ HERMES_HOME: home }),
    variables: {},
    // Checks must not depend on the connections that are cut.
    ...(schema && { overrides: { database: { url: schema.url, schema: schema.name } } }),
  })
  const book = openJobs(host.store, host.config.cron)
  const jobs = new Map<string, string>()
  let [last, slowestMs, bursts, commands] = [0, 0, 0, 0]

  function say(): void {
    const network = world.networks[random.pick(networkNames)]
    const isBusy = busyModeOf[network.name] !== 'queue'
    // With a single chat, more messages arrive while a turn runs.
    const [chat, isBurst] = [isBusy ? chats[0] : random.pick(chats), random.chance(isBusy ? 0.5 : 0.2)]
    if (isBurst) bursts += 1
    for (let messages = isBurst ? 2 + random.below(isBusy ? 8 : 4) : 1; messages > 0; messages -= 1)
      network.say(chat, `m${++last}`)
    if (isBusy || !random.chance(0.15)) return
    commands += 1
    network.say(chat, commandLine)
  }

  /** Sends a burst. Most of its messages arrive while the model is asked about the first one. */
  function sayBurst(network: WorldNetwork): void {
    bursts += 1
    for (let messages = 3 + random.below(3); messages > 0; messages -= 1) network.say(chats[0], `m${++last}`)
  }

  async function addJob(): Promise<void> {
    const mark = `j${jobs.size + 1}`
    const { id } = await untilThereIsRoom(() =>
      book.add({
        schedule: new Date(Date.now() + 2_000).toISOString(),
        task: { prompt: mark },
        deliver: [`${jobNetwork}:${jobChat}`],
        createdBy: 'person',
      }),
    )
    jobs.set(mark, id)
  }

  async function proofs(): Promise<readonly NetworkProof[]> {
    const prove = async (name: NetworkName) => {
      const network = world.networks[name]
      const mode = busyModeOf[name]
      if (mode === 'queue') return proveNetwork(network, new Set([jobChat]))
      return proveBusy(network, await untilThereIsRoom(() => storedMarks(host.store, name)), { mode })
    }
    return Promise.all(networkNames.map(prove))
  }

  const waiting = (queue: string) => untilThereIsRoom(async () => (await host.store.queue?.list({ queue })) ?? [])

  async function isSettled(): Promise<boolean> {
    const items = await Promise.all(queues.map(waiting))
    if (items.flat().some(({ status }) => status !== 'dead')) return false
    return (await proofs()).every(({ messages, answered }) => answered >= messages)
  }

  async function settle(): Promise<boolean> {
    const begunAt = performance.now()
    const endsAt = begunAt + settleMs
    while (!(await isSettled())) {
      if (performance.now() > endsAt) return false
      await sleep(50)
    }
    slowestMs = Math.max(slowestMs, performance.now() - begunAt)
    return true
  }

  async function settleJobs(): Promise<void> {
    const endsAt = performance.now() + settleMs
    for (const id of jobs.values()) {
      while (performance.now() < endsAt) {
        const [run] = await untilThereIsRoom(() => book.runs(id))
        if (run && run.state !== 'running' && run.deliveries.length > 0) break
        await sleep(100)
      }
    }
  }

  for (let number = 1; number <= wanted; number += 1) {
    for (let messages = 1 + random.below(4); messages > 0; messages -= 1) say()
    if (number % 4 === 1) await addJob()
    // Each fault happens even in a short run.
    for (const fault of faults) if (number === 2 || random.chance(fault.chance)) fault.strike()
    const aim = random.pick(moments)
    if (aim === 'steer') sayBurst(world.networks.steered)
    const moment = await plan.killOnce(aim)
    kills[moment] = (kills[moment] ?? 0) + 1
    // Otherwise the next kill happens during the recovery from this one.
    if (random.chance(0.6) && !(await settle())) {
      problems.push(`Not everything was answered ${settleMs / 1000} s after kill ${number} (${moment}).`)
      break
    }
    if (number % Math.ceil(wanted / 10) === 0) {
      const answered = (await proofs()).reduce((sum, proof) => sum + proof.answered, 0)
      onProgress(`${number} of ${wanted} kills, ${answered} of ${last + commands} messages answered`)
    }
  }
  await settleJobs()
  if (!(await settle()) && problems.length === 0) problems.push('Not everything was answered in the end.')
  const dead = await untilThereIsRoom(async () => (await host.store.queue?.list({ status: 'dead' })) ?? [])
  problems.push(...dead.map(({ queue, id, error }) => `Given up: ${queue} ${id}: ${error ?? ''}`))
  const networks = await proofs()
  const { problems: ofJobs, ...jobProof } = await proveJobs(jobs, { book, world })
  problems.push(...networks.flatMap((proof) => proof.problems), ...ofJobs, ...world.problems)
  // A process that cannot store its answer asks for it once more.
  const canWrite = postgres === undefined && disk === undefined
  if (canWrite) problems.push(...world.askedAgain.map((mark) => `One process asked the model about ${mark} twice.`))
  isProven = problems.length === 0
  if (!isProven) {
    const seen = networkNames.map((name) => [name, world.networks[name].seen])
    writeFileSync(join(folder, 'seen.json'), JSON.stringify(Object.fromEntries(seen), undefined, 2))
    onProgress(
      `The homes and logs of the replicas, and what people saw, stay in ${folder}${schema ? `, and their data in the schema ${schema.name}` : ''}`,
    )
  }
  const [keyed = none, plain = none, edited = none, hasty = none, steered = none] = networks.map(
    ({ problems: _, ...figures }) => figures,
  )
  return {
    isProven,
    seed,
    store: postgres === undefined ? 'sqlite' : 'postgres',
    replicas: count,
    seconds: Math.round((performance.now() - startedAt) / 1000),
    slowestSettleMs: Math.round(slowestMs),
    kills,
    faults: { ...world.faults, ...strikesOf(faults) },
    forcedStops: replicas.reduce((sum, replica) => sum + replica.forcedStops, 0),
    bursts,
    commands,
    networks: { keyed, plain, edited, hasty, steered },
    jobs: jobProof,
    problems,
  }
}

const none: Omit<NetworkProof, 'problems'> = {
  messages: 0,
  answered: 0,
  labelledRepeats: 0,
  cutCommands: 0,
  partsLeft: 0,
}

function strikesOf(faults: readonly Fault[]): Readonly<Record<FaultName, number>> {
  const strikes = Object.fromEntries(faults.map((fault) => [fault.name, fault.strikes]))
  return { databaseCuts: 0, clockJumps: 0, fullDisks: 0, restarts: 0, ...strikes }
}

interface Schema extends AsyncDisposable {
  readonly name: string
  readonly url: string
  /** Returns the settings of a gateway that reaches the database at another address. */
  settingsFor(url: string): string
}

/** Opens a separate schema in the database, which is dropped unless something went wrong. */
async function openSchema(url: string | undefined, seed: number, isOver: () => boolean): Promise<Schema | undefined> {
  if (url === undefined) return undefined
  const name = `prove_${seed}_${Date.now()}`
  return {
    name,
    url,
    settingsFor: (way) => `database: { url: ${JSON.stringify(way)}, schema: ${name} }\n`,
    async [Symbol.asyncDispose]() {
      if (!isOver()) return
      const { default: pg } = await import('pg')
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      await client.query(`drop schema if exists ${name} cascade`)
      await client.end()
    },
  }
}
