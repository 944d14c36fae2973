import { createHash } from 'node:crypto'
import { describeError, type Logger } from '@hermes/core'
import { parseJson } from '@hermes/core/wiring'
import { loadOnce } from '@hermes/safety'
import type { ScanJudgment } from '@hermes/safety/scan'
import * as z from 'zod'
import { readTextFile, writeTextFile } from '../home/text-file.js'

/** Stores verdicts by question, so that a model is asked about each text once. */
export interface VerdictFile {
  find(question: string): Promise<ScanJudgment | undefined>
  /** Stores a verdict. Never rejects: a verdict that cannot be stored is asked for again. */
  save(question: string, verdict: ScanJudgment): Promise<void>
}

/** The maximum number of verdicts. The oldest are dropped first. */
const maxVerdicts = 1_000

const fileSchema = z.record(z.string(), z.strictObject({ verdict: z.enum(['harmless', 'attack']), reason: z.string() }))

/** Opens a file of verdicts, keyed by the hashes of the questions. If two processes save at once, one may overwrite the verdict of the other. */
export function openVerdictFile({ path, logger }: { readonly path: string; readonly logger: Logger }): VerdictFile {
  const load = loadOnce(async () => new Map(Object.entries(await readVerdicts(path))))
  let last: Promise<void> = Promise.resolve()

  async function write(): Promise<void> {
    await writeTextFile(path, `${JSON.stringify(Object.fromEntries(await load()))}\n`)
  }

  return {
    find: async (question) => (await load()).get(hash(question)),
    async save(question, verdict) {
      const verdicts = await load()
      verdicts.set(hash(question), verdict)
      const [oldest] = verdicts.keys()
      if (verdicts.size > maxVerdicts && oldest !== undefined) verdicts.delete(oldest)
      last = last.then(write).catch((error: unknown) => {
        logger.log('warn', `A verdict of the scan could not be stored: ${describeError(error)}`)
      })
      await last
    },
  }
}

/** Reads the verdicts. A damaged file counts as empty, so that its texts are judged again. */
async function readVerdicts(path: string): Promise<z.output<typeof fileSchema>> {
  try {
    return fileSchema.safeParse(parseJson((await readTextFile(path)) ?? '{}')).data ?? {}
  } catch {
    return {}
  }
}

function hash(question: string): string {
  return createHash('sha256').update(question).digest('hex')
}
