import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { describeError, type Logger } from '@hermes/core'
import { parseJson } from '@hermes/core/wiring'
import { codeOf } from '@hermes/safety'
import { ownIdentity, type ProcessIdentity, processStateOf } from '@hermes/state/processes'
import type { ProcessRecord, ProcessRecords } from '@hermes/tools'
import * as z from 'zod'
import { readTextFile, writeTextFile } from '../home/text-file.js'

/** The records of this agent in a file, next to the files of other agents. */
export interface ProcessRecordFile extends ProcessRecords {
  /** Returns the records of all sessions that earlier agents left behind. */
  allLost(): Promise<readonly ProcessRecord[]>
  /** Marks this agent as gone, even while its process is alive. */
  close(): Promise<void>
}

export interface RecordFileOptions {
  /** The folder of the files. It is created with the first record, for its owner only. */
  readonly folder: string
  readonly logger: Logger
  /** Returns the current time in milliseconds since 1970. Default: `Date.now`. */
  readonly now?: () => number
}

/** How long the records of an abandoned session are kept, in milliseconds. */
const longestMs = 30 * 86_400_000

const recordSchema = z.object({
  id: z.string(),
  sessionId: z.string(),
  command: z.string(),
  startedAtMs: z.number(),
  pid: z.number().exactOptional(),
  exitCode: z.number().exactOptional(),
  isAwaited: z.boolean().exactOptional(),
  output: z.string(),
  outputFile: z.string().exactOptional(),
})
const fileSchema = z.object({
  /** The agent that owns the file. Absent after the agent has closed it. */
  owner: z.object({ host: z.string(), place: z.string(), pid: z.number(), startTime: z.string() }).exactOptional(),
  processes: z.array(recordSchema),
})
type FileContent = z.output<typeof fileSchema>

/**
 * Opens a record file. Each agent has a file, so that concurrent agents do not touch each other's files. Writes are atomic: after a crash,
 * the next agent reads a complete file. The file of a dead agent shows which processes ended with it.
 *
 * Records are not stored as values of the session store, because processes belong to one machine, and several machines may share the store.
 */
export function openRecordFile({ folder, logger, now = Date.now }: RecordFileOptions): ProcessRecordFile {
  const own = `${process.pid}-${randomBytes(4).toString('hex')}.json`
  let current: readonly ProcessRecord[] = []
  let last: Promise<unknown> = Promise.resolve()

  /** Runs work sequentially. Never rejects, because the agent also works without its records. */
  function contained<Value>(work: () => Promise<Value>): Promise<Value | undefined> {
    const turn = last.then(work).catch((error: unknown) => {
      logger.log('warn', `The records of processes cannot be used: ${describeError(error)}`)
      return undefined
    })
    last = turn
    return turn
  }

  async function write(name: string, content: FileContent): Promise<void> {
    if (content.processes.length === 0) return rm(join(folder, name), { force: true })
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeTextFile(join(folder, name), `${JSON.stringify(content)}\n`)
  }

  const save = async (records: readonly ProcessRecord[]) => {
    current = records
    await write(own, { owner: await ownIdentity(), processes: [...records] })
  }

  /** Returns the files of dead agents. */
  async function leftBehind(): Promise<readonly { readonly name: string; readonly content: FileContent }[]> {
    const names = listFolder(folder).filter((name) => name.endsWith('.json') && name !== own)
    const files = await Promise.all(
      names.map(async (name) => ({ name, content: await readContent(join(folder, name)) })),
    )
    const gone = await Promise.all(files.map(async ({ content }) => !content?.owner || (await isGone(content.owner))))
    return files.flatMap(({ name, content }, index) => (content && gone[index] ? [{ name, content }] : []))
  }

  async function removeOld(): Promise<void> {
    for (const name of listFolder(folder)) {
      const status = await stat(join(folder, name)).catch(() => undefined)
      if (name !== own && status && now() - status.mtimeMs > longestMs) await rm(join(folder, name), { force: true })
    }
  }

  const allLost = async () => (await contained(leftBehind))?.flatMap(({ content }) => content.processes) ?? []

  return {
    allLost,
    save: (records) => contained(() => save(records)).then(() => undefined),
    lost: async (sessionId) => (await allLost()).filter((record) => record.sessionId === sessionId),
    forget: (sessionId) =>
      contained(async () => {
        for (const { name, content } of await leftBehind()) {
          const processes = content.processes.filter((record) => record.sessionId !== sessionId)
          if (processes.length < content.processes.length) await write(name, { ...content, processes })
        }
        await removeOld()
      }).then(() => undefined),
    close: () => contained(() => write(own, { processes: [...current] })).then(() => undefined),
  }
}

/**
 * Lists a folder synchronously, because each new session asks. For a short or missing folder, a promise takes ten times as long, and so does an error.
 */
function listFolder(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  try {
    return readdirSync(folder)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}

/** Whether an agent is gone. A reboot has ended all earlier processes. Nothing is known about another host with the same home. */
async function isGone(owner: ProcessIdentity): Promise<boolean> {
  const standing = await processStateOf(owner)
  return standing === 'gone' || (standing === 'elsewhere' && owner.host === hostname())
}

/** Reads a record file; `undefined` if the file is not one, or is being removed by another agent. */
async function readContent(path: string): Promise<FileContent | undefined> {
  const text = await readTextFile(path)
  if (text === undefined) return undefined
  try {
    return fileSchema.safeParse(parseJson(text)).data
  } catch {
    return undefined
  }
}
