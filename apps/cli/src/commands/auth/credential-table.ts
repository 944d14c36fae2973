import type { CredentialRow } from '@hermes/runtime'
import type { Translate } from '@hermes/safety/language'
import { oneLine } from '../../render/text/safe-text.js'
import { padded, textWidth } from '../../render/text/text-width.js'

/** Renders a table of credentials, one per line, in order of use. */
export function credentialTable(rows: readonly CredentialRow[], now: number, t: Translate): string {
  const lines = [
    [t`provider`, 'id', t`label`, t`type`, t`source`, t`fingerprint`, t`status`],
    ...rows.map((row) => [
      row.provider,
      row.id,
      row.label === row.id ? '-' : row.label,
      row.type,
      row.source,
      row.fingerprint?.slice(0, 8) ?? '-',
      statusText(row, now, t),
    ]),
  ].map((line) => line.map(oneLine))
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => textWidth(line[column] ?? '')))) ?? []
  return lines
    .map(
      (line) =>
        `${line
          .map((cell, column) => padded(cell, widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}

/** Describes the status: `ok`, `ok, token valid for 2 h`, `cooling down for 4 min`. */
export function statusText({ status, until, expires }: CredentialRow, now: number, t: Translate): string {
  if (status === 'cooling-down') return t`cooling down for ${duration(until, now, t)}`
  if (status !== 'ok' || expires === undefined) return { ok: t`ok`, expired: t`expired`, missing: t`missing` }[status]
  return Date.parse(expires) > now ? t`ok, token valid for ${duration(expires, now, t)}` : t`ok, token to be renewed`
}

/** Rounded up, so that the displayed time is never too short. */
function duration(until: string | undefined, now: number, t: Translate): string {
  const minutes = Math.max(1, Math.ceil((Date.parse(until ?? '') - now) / 60_000))
  if (minutes < 120) return t`${minutes} min`
  return minutes < 48 * 60 ? t`${Math.ceil(minutes / 60)} h` : t`${Math.ceil(minutes / 1440)} days`
}
