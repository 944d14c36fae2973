import type { JobAlert } from '@hermes/scheduler'

/** How to look at a job that fails again and again, and to acknowledge it. */
export function jobAlert({ incident: { id, jobId }, failures }: JobAlert): string {
  const look = `\`hermes cron why ${jobId}\` shows the runs`
  return `It has failed ${failures} times in a row. ${look}, and \`hermes cron ack ${id}\` closes the incident.`
}
