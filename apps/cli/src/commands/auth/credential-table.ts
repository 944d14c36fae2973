import type { CredentialRow } from '@hermes/runtime'
import { oneLine } from '../../render/safe-text.js'

/** A table of credentials, one per line, in order of use. */
export function credentialTable(rows: readonly CredentialRow[], now: number): string {
  const lines = [
    ['provider', 'id', 'label', 'type', 'source', 'fingerprint', 'status'],
    ...rows.map((row) => [
      row.provider,
      row.id,
      row.label === row.id ? '-' : row.label,
      row.type,
      row.source,
      row.fingerprint?.slice(0, 8) ?? '-',
      statusText(row, now),
    ]),
  ].map((line) => line.map(oneLine))
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? []
  return lines
    .map(
      (line) =>
        `${line
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}

/** `ok`, `ok, token valid for 2 h`, `cooling down for 4 min`. */
export function statusText({ status, until, expires }: CredentialRow, now: number): string {
  if (status === 'cooling-down') return `cooling down for ${duration(until, now)}`
  if (status !== 'ok' || expires === undefined) return status
  return Date.parse(expires) > now ? `ok, token valid for ${duration(expires, now)}` : 'ok, token to be renewed'
}

/** Rounded up, so that the displayed time is never too short. */
function duration(until: string | undefined, now: number): string {
  const minutes = Math.max(1, Math.ceil((Date.parse(until ?? '') - now) / 60_000))
  if (minutes < 120) return `${minutes} min`
  return minutes < 48 * 60 ? `${Math.ceil(minutes / 60)} h` : `${Math.ceil(minutes / 1440)} days`
}
