import { mkdir, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describeError } from '@hermes/core'
import type { Hooks } from '@hermes/core/hooks'
import { isMissing } from '@hermes/safety'
import { createCurator, type SkillIndex, type SkillStore } from '@hermes/skills'
import type { Host } from '../../host.js'
import type { Config } from '../../schema/config-schema.js'

export interface CurateOptions
  extends Pick<Host<Pick<Config['skills'], CuratorSetting>>, 'settings' | 'surface' | 'logger' | 'now'> {
  readonly store: SkillStore
  readonly index: SkillIndex
}

type CuratorSetting = 'curation' | 'curate_every_days' | 'pinned' | 'stale_after_days' | 'archive_after_days'

const dayMs = 86_400_000

/**
 * Runs the curator when a session starts, at most once per interval and home. The first interval begins with the first session, so that a
 * new home does not archive anything immediately. Returns `undefined` if the settings say never.
 */
export function curateAtTimes(options: CurateOptions): Hooks['on_session_start'] {
  const { settings, surface, logger, now, store, index } = options
  const { curation, curate_every_days: everyDays, pinned } = settings
  if (!curation || everyDays === 0) return undefined
  const mark = join(store.folder, '.hermes', 'curated')
  let dueAtMs = 0

  async function isDue(): Promise<boolean> {
    const lastMs = await stat(mark).then(
      ({ mtimeMs }) => mtimeMs,
      (error: unknown) => {
        if (isMissing(error)) return undefined
        throw error
      },
    )
    const atMs = now()
    const isEarly = lastMs !== undefined && atMs < lastMs + everyDays * dayMs
    dueAtMs = (isEarly ? lastMs : atMs) + everyDays * dayMs
    if (isEarly) return false
    // Marked before the run, so that only one of two processes runs the curator.
    await mkdir(join(store.folder, '.hermes'), { recursive: true, mode: 0o700 })
    await writeFile(mark, '', { mode: 0o600 })
    await utimes(mark, atMs / 1000, atMs / 1000)
    return lastMs !== undefined
  }

  async function curate(): Promise<void> {
    if (!(await isDue())) return
    const curator = createCurator({
      store,
      skills: async () => (await index.loadAll()).list.filter(({ origin }) => origin === 'home'),
      now,
      pinned,
      staleAfterDays: settings.stale_after_days,
      archiveAfterDays: settings.archive_after_days,
    })
    const names = (await curator.run()).map(({ skill }) => skill)
    if (names.length > 0) surface.tell?.(`Archived unused skills: ${names.join(', ')}. They can be restored.`)
  }

  return () => {
    if (now() < dueAtMs) return
    dueAtMs = now() + dayMs
    // The session does not wait for the curator.
    void curate().catch((error: unknown) => logger.log('warn', `The curator did not run: ${describeError(error)}`))
  }
}
