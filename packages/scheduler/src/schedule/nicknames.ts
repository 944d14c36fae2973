/** Words for cron fields, which `cron` itself knows with a leading `@`. */
export const nicknames: ReadonlyMap<string, string> = new Map([
  ['hourly', '0 * * * *'],
  ['daily', '0 0 * * *'],
  ['weekly', '0 0 * * 0'],
  ['monthly', '0 0 1 * *'],
  ['yearly', '0 0 1 1 *'],
])
