/** Formats a duration for people, such as `45 seconds` or `5 minutes`. */
export function formatMinutes(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000))
  if (seconds < 120) return `${seconds} second${seconds === 1 ? '' : 's'}`
  return `${Math.round(seconds / 60)} minutes`
}
