import type { Logger, SessionStore } from '@hermes/core'
import { createLaneClaims, createWatchers, createWorkQueue, type WorkQueueServices } from '@hermes/core/queue'
import type { Connection } from '../connection/connection.js'
import { createHolders } from '../processes/holders.js'
import { RecentMessages } from '../recent/recent-messages.js'
import { createDeferredIndex } from '../search/deferred-index.js'
import { createMessageSearch } from '../search/message-search.js'
import { createPrepareAppend, type PrepareAppend } from './append-messages.js'
import { createDataVersion } from './data-version.js'
import type { LargeAppends } from './large/large-appends.js'
import { createMessageLog } from './message-log.js'
import { createQuestionTable } from './question-table.js'
import { createCheckGuard, createClaimTable } from './queue/claim-table.js'
import { createWorkItems } from './queue/work-items.js'
import { createWorkTable } from './queue/work-table.js'
import { createSessionReader } from './session-reader.js'
import { createSessionTable } from './session-table.js'
import { createSharedTexts } from './shared-texts.js'
import { createPrepareAccounts } from './usage-accounts.js'
import { createUsageLog } from './usage-log.js'
import { createValueCache } from './value-cache.js'
import { createValueTable } from './value-table.js'

/** Creates the store on an open and migrated file. */
export function createStoreOn(
  connection: Connection,
  services: WorkQueueServices & { readonly logger?: Logger } = {},
  large?: LargeAppends,
): SessionStore {
  const { database } = connection
  const now = Date.now
  const holders = createHolders()
  const watchers = createWatchers()
  const index = createDeferredIndex(connection, services.logger)
  const recent = new RecentMessages()
  const dataVersion = createDataVersion(database)
  const values = createValueCache(dataVersion)
  const reader = createSessionReader(database, dataVersion)
  const texts = createSharedTexts(connection, services.logger)
  const items = createWorkItems(database, now)
  const checkGuard = createCheckGuard(database)
  const prepareStored = createPrepareAppend(database, {
    prepareAccounts: createPrepareAccounts(database),
    checkGuard,
    items,
  })
  const prepareAppend: PrepareAppend = (id, ...rest) => {
    const append = prepareStored(id, ...rest)
    return () => {
      reader.forget(id)
      return append()
    }
  }
  return {
    sessions: createSessionTable(connection, { reader, prepareAppend, checkGuard, index, recent, values, texts }),
    messages: createMessageLog(connection, { prepareAppend, watchers, index, recent, large }),
    usage: createUsageLog(connection, prepareAppend),
    questions: createQuestionTable(connection),
    search: createMessageSearch(connection, { index }),
    values: createValueTable(connection, values),
    queue: createWorkQueue(createWorkTable({ connection, items, holders, watchers, now }), services),
    claims: createLaneClaims(createClaimTable({ connection, holders, now }), services),
    async [Symbol.asyncDispose]() {
      await index.close()
      await texts.close()
      await connection.close()
    },
  }
}
