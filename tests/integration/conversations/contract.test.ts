import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createConversations } from '@hermes/conversations'
import { createSqliteStore } from '@hermes/state'
import { conversationContract } from '@hermes/testkit/contracts/conversation'
import { afterAll, beforeAll } from 'vitest'

let folder: string
let count = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hermes-conversations-'))
})
afterAll(() => rm(folder, { recursive: true, maxRetries: 5 }))

conversationContract({
  name: 'SQLite',
  createConversations,
  createStore: () => createSqliteStore({ path: join(folder, `${++count}.db`) }),
})
