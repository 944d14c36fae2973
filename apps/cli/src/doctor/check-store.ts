import { existsSync } from 'node:fs'
import { HermesError, StoreError } from '@hermes/core'
import { openStore, type StoreSettings, storeKindOf } from '@hermes/runtime'
import { checkStore as inspectFile } from '@hermes/state'
import { findHome } from '../setup/open-home.js'
import type { CheckContext, Finding } from './check.js'

/** The session store: a valid file of Hermes, or a database or extension that answers. Changes nothing. */
export async function checkStore(context: CheckContext): Promise<Finding> {
  const paths = findHome(context)
  const settings: StoreSettings = context.loaded?.config ?? {}
  const kind = storeKindOf(settings)
  try {
    if (kind !== 'sqlite') {
      await using store = await openStore(paths, { database: settings.database, store: settings.store })
      await store.sessions.find({ limit: 1 })
      return { level: 'ok', text: kind === 'postgres' ? 'in PostgreSQL' : `in ${settings.store?.use}` }
    }
    if (!existsSync(paths.state)) return { level: 'ok', text: `${paths.state} (created with the first conversation)` }
    const { problems } = await inspectFile({ path: paths.state, depth: 'quick' })
    const [problem] = problems
    if (!problem) return { level: 'ok', text: paths.state }
    return { level: 'error', text: `${paths.state}: ${problem.text}`, fix: 'To repair it: hermes sessions repair' }
  } catch (error) {
    if (!HermesError.is(error)) throw error
    const isDamaged = StoreError.is(error) && error.kind === 'corrupt'
    return { level: 'error', text: error.message, ...(isDamaged && { fix: 'To repair it: hermes sessions repair' }) }
  }
}
