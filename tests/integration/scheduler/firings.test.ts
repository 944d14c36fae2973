import { createMemoryStore } from '@hermes/core'
import { createSqliteStore } from '@hermes/state'
import { describe } from 'vitest'
import { describeScheduler } from './describe-scheduler.js'

describe('firings with the memory store', () => describeScheduler(async () => createMemoryStore()))

describe('firings with SQLite', () => describeScheduler(() => createSqliteStore({ path: ':memory:' })))
