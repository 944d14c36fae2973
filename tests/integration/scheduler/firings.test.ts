import { createMemoryStore } from '@hermes/core'
import { createSqliteStore } from '@hermes/state'
import { describe } from 'vitest'
import { describeFirings } from './describe-firings.js'

describe('firings with the memory store', () => describeFirings(async () => createMemoryStore()))

describe('firings with SQLite', () => describeFirings(() => createSqliteStore({ path: ':memory:' })))
