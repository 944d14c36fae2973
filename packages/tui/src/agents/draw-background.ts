import { truncateToWidth } from '@earendil-works/pi-tui'
import type { ResultOf } from '@hermes/rpc/schemas'
import { clock } from '../model/clock.js'
import type { Look } from '../view/look/look.js'

export type BackgroundWork = NonNullable<ResultOf<'delegation.status'>['background']>[number]

/** Maximum number of items shown at once. */
const most = 5

export interface DrawBackgroundOptions {
  readonly look: Look
  readonly width: number
  readonly nowMs: number
}

/** Draws the background work of a session, which cannot be opened here. */
export function drawBackground(
  work: readonly BackgroundWork[],
  { look, width, nowMs }: DrawBackgroundOptions,
): readonly string[] {
  if (work.length === 0) return []
  const { style, clean, t } = look
  const rows = work.slice(0, most).map(({ kind, id, title, state, sinceMs }) => {
    const time = sinceMs === undefined ? [] : [clock(nowMs - sinceMs)]
    const facts = [t.of(kind), t.of(state), ...time, title === '' ? id : title.replaceAll('\n', ' ')]
    return style.muted(clean(facts.join(' · ')))
  })
  const more = work.length - rows.length
  const all = more > 0 ? [...rows, style.muted(t`… ${more} more`)] : rows
  return ['', style.bold(t`In the background`), ...all.map((row) => truncateToWidth(`  ${row}`, width))]
}
