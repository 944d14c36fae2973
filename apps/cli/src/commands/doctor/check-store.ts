import { existsSync, statSync } from 'node:fs'
import { HermesError, StoreError } from '@hermes/core'
import type { WorkItemRecord } from '@hermes/core/queue'
import { openStore, type StoreSettings, storeKindOf } from '@hermes/runtime'
import { english, type Translate } from '@hermes/safety/language'
import { checkStore as inspectFile, type StoreProblem } from '@hermes/state'
import { commandFor } from '../../remedies/command-for.js'
import { findHome } from '../../setup/open-home.js'
import type { CheckContext, Finding } from './check.js'

const mostNamed = 3
/** Size up to which a full check is made, in bytes. It also compares tables with their indexes, and takes about twice as long: two seconds for 50 MB. */
const mostFullBytes = 64 * 1024 * 1024
const repair = english`To repair it: hermes sessions repair`
const startOver = english`To restore a backup: hermes import; to start with an empty store, move the file away`
const acceptLoss = english`To restore a backup: hermes import; to go on without them: hermes sessions repair`

/** Checks the session store: a valid file of Hermes, or a database or extension that answers. Changes nothing. */
export async function checkStore(context: CheckContext): Promise<Finding> {
  const { t } = context
  const paths = findHome(context)
  const settings: StoreSettings = context.loaded?.config ?? {}
  const kind = storeKindOf(settings)
  try {
    if (kind !== 'sqlite') {
      await using store = await openStore(paths, {
        database: settings.database,
        store: settings.store,
        variables: context.loaded?.variables ?? {},
      })
      await store.sessions.find({ limit: 1 })
      const place = kind === 'postgres' ? t`in PostgreSQL` : t`in ${settings.store?.use ?? ''}`
      return damageOfQueue(place, (await store.queue?.list()) ?? [], t)
    }
    // When a store was deleted, its record remains next to it.
    const isNew = !existsSync(paths.state) && !existsSync(`${paths.state}.record`)
    if (isNew) return { level: 'ok', text: t`${paths.state} (created with the first conversation)` }
    const { problems } = await inspectFile({ path: paths.state, depth: depthOf(paths.state) })
    if (problems.length === 0) return { level: 'ok', text: paths.state }
    const found = problems.slice(0, mostNamed).map(({ text }) => t.of(text))
    const more = problems.length > mostNamed ? t` And ${problems.length - mostNamed} more problems.` : ''
    return { level: 'error', text: `${paths.state}: ${found.join(t` `)}${more}`, fix: t.of(remedyFor(problems)) }
  } catch (error) {
    if (!HermesError.is(error)) throw error
    const isDamaged = StoreError.is(error) && error.kind === 'corrupt'
    const command = commandFor(error)
    const fix = isDamaged ? t.of(repair) : command && t`Try: ${command}`
    return { level: 'error', text: t.of(error.message), ...(fix !== undefined && { fix }) }
  }
}

function remedyFor(problems: readonly StoreProblem[]): string {
  if (problems.every(({ kind }) => kind === 'lost')) return acceptLoss
  return problems.every(({ kind, repairable }) => repairable || kind === 'lost') ? repair : startOver
}

/** Looks for damaged items of the work queue in other stores. A SQLite file is checked as a whole. */
function damageOfQueue(place: string, items: readonly WorkItemRecord[], t: Translate): Finding {
  if (!items.some(({ isDamaged }) => isDamaged)) return { level: 'ok', text: place }
  const fix = t`To see them: hermes queue list; to delete one: hermes queue remove`
  return { level: 'error', text: t`${place}: items of the work queue were changed by damage.`, fix }
}

function depthOf(path: string): 'quick' | 'full' {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  return size <= mostFullBytes ? 'full' : 'quick'
}
