import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isMissing } from '@hermes/safety'
import { replaceFile } from '@hermes/safety/files'
import { z } from 'zod'
import { processMark } from './process-mark.js'

const gatewaySchema = z.object({
  pid: z.number().int().positive(),
  /** Identifies the process together with its id, which the system reuses. */
  mark: z.string().min(1),
  startedAt: z.string(),
  home: z.string(),
  profile: z.string(),
  url: z.string(),
  /** Other profiles that the gateway serves, below `/p/<profile>`. */
  others: z.array(z.object({ profile: z.string(), home: z.string() })).optional(),
  /** The chat networks of all its profiles. */
  networks: z
    .array(
      z.object({
        profile: z.string(),
        name: z.string(),
        status: z.string(),
        since: z.string(),
        needsAttention: z.boolean(),
        /** Why the network does not receive. */
        reason: z.string().optional(),
      }),
    )
    .optional(),
  version: z.string(),
  /** Whether another program restarts the gateway when it asks for that. */
  isSupervised: z.boolean().optional(),
  /** How long turns may continue after a stop signal, in seconds. Absent: 4. */
  drainSeconds: z.number().optional(),
  /** The command that starts the gateway again: its program, and the options after `run`. */
  start: z.object({ program: z.array(z.string()), address: z.array(z.string()) }).optional(),
})

/** A gateway of this user on this machine. */
export type RunningGateway = Readonly<z.infer<typeof gatewaySchema>>

type Variables = Readonly<Record<string, string | undefined>>

/** Returns the folder for data about this machine that is not part of a home, or `undefined` if the user has no home folder. */
export function machineFolder({ XDG_STATE_HOME: state, HOME, USERPROFILE }: Variables): string | undefined {
  const home = HOME ?? USERPROFILE
  const folder = state ?? (home === undefined ? undefined : join(home, '.local', 'state'))
  return folder === undefined ? undefined : join(folder, 'hermes')
}

const retryMs = 2_000
const networksMs = 5_000

/** The announced data of a gateway. `networks` is called repeatedly. */
export interface AnnouncedGateway extends Omit<RunningGateway, 'pid' | 'mark' | 'startedAt' | 'networks'> {
  networks?(): RunningGateway['networks']
}

/**
 * Announces a gateway of this process until it is disposed. A gateway that cannot be announced still serves: `onFailure` is called once, and the entry
 * is written as soon as there is room for it.
 */
export async function announceGateway(
  { networks, ...about }: AnnouncedGateway,
  env: Variables,
  onFailure: (error: unknown) => void = () => undefined,
): Promise<AsyncDisposable> {
  const machine = machineFolder(env)
  const { pid } = process
  const mark = machine && (await processMark(pid, env))
  if (!machine || !mark) return { [Symbol.asyncDispose]: async () => undefined }
  const folder = join(machine, 'gateways')
  const file = join(folder, `${pid}.json`)
  const own = { ...about, pid, mark, startedAt: new Date().toISOString() }
  let written = ''
  const ending = new AbortController()

  async function write(): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    // A reader removes entries that it cannot parse, so it must never see half of one.
    const entry = JSON.stringify({ ...own, networks: networks?.() } satisfies RunningGateway)
    if (entry === written) return
    await replaceFile(file, entry)
    written = entry
  }

  /** Resolves when the entry is written or the gateway ends. */
  async function writeLater(): Promise<void> {
    const isOver = await sleep(retryMs, false, { signal: ending.signal, ref: false }).catch(() => true)
    if (!isOver) await write().catch(writeLater)
  }

  let later: Promise<void> | undefined
  await write().catch((error: unknown) => {
    onFailure(error)
    later = writeLater()
  })
  async function writeChanges(): Promise<void> {
    await later
    while (!ending.signal.aborted) {
      await sleep(networksMs, undefined, { signal: ending.signal, ref: false }).catch(() => undefined)
      // An entry that cannot be written now is written next time.
      if (!ending.signal.aborted) await write().catch(() => undefined)
    }
  }

  const changes = writeChanges()
  return {
    async [Symbol.asyncDispose]() {
      ending.abort()
      await Promise.all([later, changes])
      await rm(file, { force: true })
    },
  }
}

/** Returns the running gateways. Entries of killed ones are removed. */
export async function listGateways(env: Variables): Promise<readonly RunningGateway[]> {
  const machine = machineFolder(env)
  if (machine === undefined) return []
  const folder = join(machine, 'gateways')
  const names = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  const entries = names.filter((name) => name.endsWith('.json'))
  const found = await Promise.all(entries.map((name) => readGateway(join(folder, name), env)))
  return found.filter((gateway) => gateway !== undefined)
}

async function readGateway(file: string, env: Variables): Promise<RunningGateway | undefined> {
  const gateway = gatewaySchema.safeParse(
    await readFile(file, 'utf8')
      .then(JSON.parse)
      .catch(() => undefined),
  ).data
  if (gateway && (await isRunning(gateway, env))) return gateway
  await rm(file, { force: true })
  return undefined
}

/** Whether this very process is still running, and not another one with its id. */
export async function isRunning({ pid, mark }: RunningGateway, env: Variables): Promise<boolean> {
  return (await processMark(pid, env)) === mark
}
