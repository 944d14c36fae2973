import { english, type Translate } from '@hermes/safety/language'

/** Formats a duration: `12ms`, `1.2s`, `1m 05s`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)}ms`
  if (milliseconds < 59_950) return `${(milliseconds / 1000).toFixed(1)}s`
  const seconds = Math.round(milliseconds / 1000)
  return `${Math.floor(seconds / 60)}m ${String(seconds % 60).padStart(2, '0')}s`
}

/** Formats a duration as a clock: `1:05`. */
export function clock(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Formats a count: `950`, `12.3k`, `1.2M`. */
export function formatCount(count: number): string {
  if (count < 1000) return String(count)
  return count < 999_950 ? `${(count / 1000).toFixed(1)}k` : `${(count / 1_000_000).toFixed(1)}M`
}

/** Formats a count with its noun: `1 line`, `3 lines`. */
export const plural = english.count

/** Formats an age: `just now`, `5 min ago`, `3 h ago`, `2 days ago`, then the date. */
export function formatAge(thenMs: number, nowMs: number, t: Translate = english): string {
  const minutes = Math.floor((nowMs - thenMs) / 60_000)
  if (minutes < 1) return t`just now`
  if (minutes < 60) return t`${minutes} min ago`
  if (minutes < 24 * 60) return t`${Math.floor(minutes / 60)} h ago`
  const days = Math.floor(minutes / (24 * 60))
  return days < 14 ? (days === 1 ? t`1 day ago` : t`${days} days ago`) : new Date(thenMs).toISOString().slice(0, 10)
}

/** Formats a size: `12 kB`, `3.4 MB`, `1.2 GB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1000)} kB`
  return bytes < 1_000_000_000 ? `${(bytes / 1_000_000).toFixed(1)} MB` : `${(bytes / 1_000_000_000).toFixed(1)} GB`
}
