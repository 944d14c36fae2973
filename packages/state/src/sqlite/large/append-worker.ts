import { type NewMessage, type SessionId, StoreError, silentLogger } from '@hermes/core'
import type { AppendOptions } from '@hermes/core/sessions'
import { answerJobs, type WorkerJob } from '@hermes/safety/worker'
import { NodeDatabase } from '../../connection/driver/node-database.js'
import { createRetryWhileLocked } from '../../connection/retry-while-locked.js'
import { createTransaction } from '../../connection/transaction.js'
import { translateError } from '../../connection/translate-error.js'
import { createIndexBatch } from '../../search/deferred-index.js'
import { createPrepareAppend } from '../append-messages.js'
import { busyTimeoutMs, setDurability } from '../pragmas.js'
import { createCheckGuard } from '../queue/claim-table.js'
import { createWorkItems } from '../queue/work-items.js'
import { createPrepareAccounts } from '../usage-accounts.js'

export interface AppendJob extends WorkerJob {
  readonly path: string
  readonly synchronous: 'FULL' | 'NORMAL'
  readonly timeoutMs: number
  readonly sessionId: SessionId
  readonly messages: readonly NewMessage[]
  readonly options: AppendOptions
}

/** Ids of the stored messages, or why nothing was stored. Errors lose their class between threads. */
export type AppendAnswer =
  | { readonly ids: readonly number[] }
  | { readonly refused: Pick<StoreError, 'kind' | 'message'> }

export const appendWorker = answerJobs('append', import.meta.url, append)

/** Runs one transaction on a separate connection. The store that sent the job has checked and migrated the file. */
async function append({ path, synchronous, timeoutMs, ...job }: AppendJob): Promise<AppendAnswer> {
  try {
    const database = new NodeDatabase(path, { timeout: busyTimeoutMs, fileMustExist: true })
    try {
      setDurability(database, synchronous)
      database.pragma('foreign_keys = ON')
      const prepare = createPrepareAppend(database, {
        prepareAccounts: createPrepareAccounts(database),
        checkGuard: createCheckGuard(database),
        items: createWorkItems(database, Date.now),
      })
      const work = prepare(job.sessionId, job.messages, job.options)
      const transaction = createTransaction(database)
      const retryWhileLocked = createRetryWhileLocked({ path, timeoutMs, random: Math.random, logger: silentLogger })
      const indexBatch = createIndexBatch(database)
      const workAndIndex = () => {
        const stored = work()
        while (indexBatch(1) === 'more');
        return stored
      }
      const stored = await retryWhileLocked(() => transaction(workAndIndex))
      return { ids: stored.map(({ id }) => id) }
    } finally {
      database.close()
    }
  } catch (error) {
    const translated = translateError(error, path)
    if (!StoreError.is(translated)) throw error
    return { refused: { kind: translated.kind, message: translated.message } }
  }
}
