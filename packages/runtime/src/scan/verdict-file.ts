import { createHash } from 'node:crypto'
import { describeError, type Logger } from '@hermes/core'
import { parseJson } from '@hermes/core/wiring'
import { loadOnce } from '@hermes/safety'
import type { ScanJudgement } from '@hermes/safety/scan'
import * as z from 'zod'
import { readTextFile, writeTextFile } from '../home/text-file.js'

/** Verdicts by question, so that a model is asked once about each text. */
export interface VerdictFile {
  find(question: string): Promise<ScanJudgement | undefined>
  /** Never rejects: a verdict that cannot be stored is asked for again. */
  save(question: string, verdict: ScanJudgement): Promise<void>
}

/** More are not kept: the oldest go first. */
const mostVerdicts = 1_000

const fileSchema = z.record(z.string(), z.strictObject({ verdict: z.enum(['harmless', 'attack']), reason: z.string() }))

/** Verdicts in a file, by the hashes of the questions. Of two processes that save at once, one may overwrite the other. */
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
      if (verdicts.size > mostVerdicts && oldest !== undefined) verdicts.delete(oldest)
      last = last.then(write).catch((error: unknown) => {
        logger.log('warn', `A verdict of the scan could not be stored: ${describeError(error)}`)
      })
      await last
    },
  }
}

/** A damaged file counts as empty: the texts are judged again. */
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
