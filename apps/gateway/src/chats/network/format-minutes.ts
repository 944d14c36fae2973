/** A time for people: `45 seconds`, `5 minutes`. */
export function formatMinutes(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000))
  if (seconds < 120) return `${seconds} second${seconds === 1 ? '' : 's'}`
  return `${Math.round(seconds / 60)} minutes`
}
